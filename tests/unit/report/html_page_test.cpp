#include "galet/report/html_page.hpp"

#include <gtest/gtest.h>

namespace galet::html_page_test {
namespace {

std::string page(const std::string& markdown) {
  return html_page(markdown, [](const std::string& name) {
    return name == "a.png" ? std::string("Man") : std::string();
  });
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(HtmlPage, blocks) {
  const std::string html = page(
      "# A title\n\nSome words\nthat go on.\n\n- one\n- two\n  of it\n\n```toml\na = 1 # "
      "<b>\n```\n");
  EXPECT_TRUE(has(html, "<title>A title</title>"));
  EXPECT_TRUE(has(html, "<h1>A title</h1>"));
  EXPECT_TRUE(has(html, "<p>Some words that go on.</p>"));
  EXPECT_TRUE(has(html, "<li>one</li>\n<li>two of it</li>"));
  EXPECT_TRUE(has(html, "<pre><code>a = 1 # &lt;b&gt;\n</code></pre>"));
}

TEST(HtmlPage, tables) {
  const std::string html = page("| a | b |\n|---|--:|\n| 1 | `x \\| y` |\n\nafter");
  EXPECT_TRUE(has(html, "<tr><th>a</th><th>b</th></tr>"));
  EXPECT_TRUE(has(html, "<tr><td class=\"number\">1</td><td><code>x | y</code></td></tr>"));
  EXPECT_TRUE(has(html, "<p>after</p>"));
}

// "Man" is "TWFu" in base 64, the example of RFC 4648's predecessors.
TEST(HtmlPage, images_are_part_of_the_page) {
  EXPECT_TRUE(has(page("![a \"b\"](a.png)"),
                  "<img alt=\"a &quot;b&quot;\" src=\"data:image/png;base64,TWFu\">"));
  EXPECT_FALSE(has(page("![a](absent.png)"), "<img"));
}

TEST(HtmlPage, images_that_follow_each_other_are_one_group) {
  const auto groups = [](const std::string& html) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = html.find("class=\"pictures\"", at)) != std::string::npos;
         ++at) {
      ++count;
    }
    return count;
  };
  EXPECT_EQ(groups(page("![a](a.png)\n\n![b](a.png)\n\nwords\n\n![c](a.png)\n")), 2U);
  const std::string html = page("![a](a.png)\n![b](absent.png)\n");
  EXPECT_EQ(groups(html), 1U);
  EXPECT_TRUE(has(html, "absent.png"));  // what is not there is told
}

TEST(HtmlPage, numbers_stay_on_a_line) {
  const std::string html = page(
      "| | |\n|---|---|\n| error | -1.5e-07 m |\n| 1 | +3 |\n| - | 12 words and many more of them "
      "|\n");
  EXPECT_FALSE(has(html, "<th>"));  // no names of columns
  EXPECT_TRUE(has(html, "<td>error</td><td class=\"number\">-1.5e-07 m</td>"));
  EXPECT_TRUE(has(html, "<td class=\"number\">1</td><td class=\"number\">+3</td>"));
  EXPECT_TRUE(has(html, "<td>-</td><td>12 words"));
}

TEST(HtmlPage, text_cannot_become_markup) {
  const std::string html = page(
      "# <script>alert(1)</script>\n\n[x](javascript:alert(1)) **<i>** `<u>`\n\n"
      "[y](https://example.org/\"onclick=\"x)\n\n| <b> |\n|---|\n| <s> |\n");
  for (const char* bad :
       {"<script", "<i>", "<u>", "<b>", "<s>", "href=\"javascript", "\"onclick"}) {
    EXPECT_FALSE(has(html, bad)) << bad;
  }
}

// Reports of experiments have them.
TEST(HtmlPage, marks_after_a_backslash_are_text) {
  EXPECT_TRUE(has(page("\\[Key, 4\\] 0 \\<= v\\_y, \\*\\*a\\*\\*, C:\\a"),
                  "<p>[Key, 4] 0 &lt;= v_y, **a**, C:\\a</p>"));
}

TEST(HtmlPage, marks_without_an_end_are_text) {
  for (const std::string text : {"`", "**", "[", "[a](", "![", "![a", "|", "#", "```", "- ", "$"}) {
    EXPECT_TRUE(has(page(text), "</html>")) << text;
  }
}

}  // namespace
}  // namespace galet::html_page_test
