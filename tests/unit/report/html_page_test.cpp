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
  EXPECT_TRUE(has(html, "<tr><td>1</td><td><code>x | y</code></td></tr>"));
  EXPECT_TRUE(has(html, "<p>after</p>"));
}

// "Man" is "TWFu" in base 64, the example of RFC 4648's predecessors.
TEST(HtmlPage, images_are_part_of_the_page) {
  EXPECT_TRUE(has(page("![a \"b\"](a.png)"),
                  "<img alt=\"a &quot;b&quot;\" src=\"data:image/png;base64,TWFu\">"));
  EXPECT_FALSE(has(page("![a](absent.png)"), "<img"));
}

// The test vectors of RFC 4648, section 10.
TEST(HtmlPage, base64) {
  const auto encoded = [](const std::string& bytes) {
    const std::string html = html_page("![x](x.png)", [&](const std::string&) { return bytes; });
    const std::size_t from = html.find("base64,") + 7;
    return html.substr(from, html.find('"', from) - from);
  };
  EXPECT_EQ(encoded("f"), "Zg==");
  EXPECT_EQ(encoded("fo"), "Zm8=");
  EXPECT_EQ(encoded("foo"), "Zm9v");
  EXPECT_EQ(encoded("foob"), "Zm9vYg==");
  EXPECT_EQ(encoded("fooba"), "Zm9vYmE=");
  EXPECT_EQ(encoded("foobar"), "Zm9vYmFy");
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

TEST(HtmlPage, marks_without_an_end_are_text) {
  for (const std::string text : {"`", "**", "[", "[a](", "![", "![a", "|", "#", "```", "- ", "$"}) {
    EXPECT_TRUE(has(page(text), "</html>")) << text;
  }
}

}  // namespace
}  // namespace galet::html_page_test
