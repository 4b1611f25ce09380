#include "galet/io/toml_document.hpp"

#include <filesystem>
#include <fstream>

#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>

#include "galet/base/random.hpp"

namespace galet::toml_document_test {
namespace {

std::string error_of(std::string_view text) {
  try {
    static_cast<void>(parse_toml(text, "f.toml"));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(TomlDocument, keeps_values_and_places) {
  const TomlValue document = parse_toml(
      "title = \"é\"\n"
      "[solver]\n"
      "  tol = [1, 2.5, true]\n"
      "[[bodies]]\n"
      "when = 1979-05-27\n",
      "f.toml");
  ASSERT_NE(document.table(), nullptr);
  const TomlEntry* title = find_entry(*document.table(), "title");
  ASSERT_NE(title, nullptr);
  EXPECT_EQ(*title->value.string(), "é");
  const TomlEntry* solver = find_entry(*document.table(), "solver");
  const TomlEntry* tol = find_entry(*solver->value.table(), "tol");
  EXPECT_EQ(tol->place.line, 3);
  EXPECT_EQ(tol->place.column, 3);
  EXPECT_EQ(*tol->place.source, "f.toml");
  const TomlValue::Array& list = *tol->value.array();
  ASSERT_EQ(list.size(), 3u);
  EXPECT_EQ(std::get<std::int64_t>(list[0].data), 1);
  EXPECT_EQ(std::get<double>(list[1].data), 2.5);
  EXPECT_EQ(std::get<bool>(list[2].data), true);
  EXPECT_EQ(list[1].place.column, 13);
  const TomlEntry* bodies = find_entry(*document.table(), "bodies");
  const TomlEntry* when = find_entry(*bodies->value.array()->front().table(), "when");
  EXPECT_EQ(kind_of(when->value), "a date");
  EXPECT_EQ(find_entry(*document.table(), "absent"), nullptr);
}

TEST(TomlDocument, locates_syntax_errors) {
  EXPECT_EQ(error_of("a = 1\n[\n"),
            "f.toml:2:1: not valid TOML: expected the name of a table after '['");
  EXPECT_EQ(error_of("a = 1\nb = é\n"),
            "f.toml:2:5: not valid TOML: unexpected character 'é'; outside strings and comments "
            "only ASCII is allowed");
  EXPECT_EQ(error_of("a = \"\xff\"\n"), "f.toml:1:6: not valid TOML: byte 0xFF is not valid UTF-8");
  EXPECT_EQ(error_of(std::string_view("a = 1\n\0b = 2\n", 13)),
            "f.toml:2:1: not valid TOML: control character 0x00 is not allowed");
  EXPECT_EQ(error_of("a = 4\"é\"\n"), "f.toml:1:6: not valid TOML: unexpected quote inside a word");
  // Words that the parser would read to their end, and stumble over what only strings may hold.
  EXPECT_EQ(error_of("a = [0.9, 0.'é[b]\n"),
            "f.toml:1:13: not valid TOML: unexpected quote inside a word");
  EXPECT_EQ(error_of("a = +ti=\"é\"\n"),
            "f.toml:1:8: not valid TOML: unexpected '=' inside a value");
  EXPECT_EQ(error_of("a = [0.{b=\"é\"}]\n"),
            "f.toml:1:8: not valid TOML: unexpected '{' inside a word");
  EXPECT_EQ(error_of("a = [1, 0.b` = 'é']\n"),
            "f.toml:1:12: not valid TOML: unexpected character '`' outside strings and comments");
  EXPECT_EQ(error_of("x = 1\nx = 2\n").substr(0, 9), "f.toml:2:");
  EXPECT_EQ(error_of("[a]\nb = 1\n[a]\n").substr(0, 9), "f.toml:3:");
  // A place where the parser itself loses track.
  EXPECT_EQ(error_of("a = 1\nb = [1,}\n"), "f.toml:2:1: not valid TOML: syntax not understood");
}

TEST(TomlDocument, accepts_what_looks_suspicious) {
  EXPECT_EQ(error_of("\xEF\xBB\xBF# with a byte order mark, é\r\na = 1\r\n"), "");
  EXPECT_EQ(error_of("a = 'C:\\é'\nb = \"\"\"é \"quoted\" [[[[\n\"\"\"\nc = '''é'''\n"), "");
  EXPECT_EQ(error_of("a = \"\\\"é\\\\\" # é\n\"é\" = 1\n"), "");
  EXPECT_EQ(error_of("a = [\n  [1, 2], # é\n  [3, 4],\n]\n"), "");
  EXPECT_EQ(error_of("a = [{b = 1, c = 'é'}, {b = 2}] # =\n[a2.\"é\".'b']\nc.\"é\" = 07:32:00\n"),
            "");
  EXPECT_EQ(error_of("[[a]] # é\nb = -1e+3\n[[a]]\nb = {c.\"é\" = [], d = '='}\n"), "");
  EXPECT_EQ(error_of("a = \"\"\"b \\\n§ 4.1, \\\n  é\"\"\"\n"), "");
  EXPECT_EQ(error_of(""), "");
}

TEST(TomlDocument, limits_nesting) {
  EXPECT_EQ(error_of("a = " + std::string(100000, '[')),
            "f.toml:1:37: not valid TOML: more than 32 levels of brackets");
  std::string key = "a";
  for (int k = 0; k < 100000; ++k) key += ".a";
  EXPECT_EQ(error_of(key + " = 1\n"), "f.toml:1:66: not valid TOML: more than 32 dots in a key");
  // Many numbers with points are no nesting.
  std::string list = "a = [0.5";
  for (int k = 0; k < 1000; ++k) list += ", 0.5";
  EXPECT_EQ(error_of(list + "]\n"), "");
}

TEST(TomlDocument, nasty_text_never_crashes) {
  for (const std::string_view text : {"[",
                                      "[[",
                                      "[]",
                                      "[[]]",
                                      "[\n",
                                      "[[\n",
                                      "]",
                                      "{",
                                      "}",
                                      "=",
                                      "==",
                                      ".",
                                      "a",
                                      "a=",
                                      "a=\n",
                                      "a={",
                                      "a=[",
                                      "a=[,",
                                      "a=[1,",
                                      "a={b",
                                      "a={b=",
                                      "a={b=1,",
                                      "a=\"",
                                      "a='",
                                      "a=\"\"\"",
                                      "a='''",
                                      "a=\"\\",
                                      "a=\"\\u",
                                      "a=\"\\uD800\"",
                                      "a=+",
                                      "a=-",
                                      "a=0x",
                                      "a=1_",
                                      "a=1e",
                                      "a=1e99999",
                                      "a=99999999999999999999",
                                      "a=1979-13-45",
                                      "a=nan",
                                      "a=inf",
                                      "a=\r",
                                      "\r",
                                      "#",
                                      "a.=1",
                                      ".a=1",
                                      "a..b=1",
                                      "a=1 b=2",
                                      "a=[1}",
                                      "a={b=[}",
                                      "\"",
                                      "\"\"",
                                      "\"\"=1",
                                      "''=1",
                                      "[a.]",
                                      "[.a]",
                                      "[a]]",
                                      "[[a]",
                                      "[a] b",
                                      "a=1979-05-27T=7:32",
                                      "\xEF\xBB",
                                      "\xEF\xBB\xBF",
                                      "\xC0\x80",
                                      "a=\"\xED\xA0\x80\""}) {
    static_cast<void>(error_of(text));
  }
}

// Random damage to a document: parsed or refused with a message, nothing else.
TEST(TomlDocument, survives_random_damage) {
  const std::string whole =
      "title = \"é\"\na.b.c = 1_000.5e-3 # é\n[solver]\ntol = [1, 2.5, \"s\", 'l']\n[[bodies]]\n"
      "motion = {a = 1, b = [[1,2],[3]]}\nt = 1979-05-27T07:32:00Z\nx = 0xFF\ns = "
      "\"\"\"\nq\"\"\"\n";
  const std::string letters = "[]{}=.,\"'#\n\r \t\\_-+019eExinft:\xC3\xA9\xFF\x7F";
  Random random(1);
  for (int n = 0; n < 20000; ++n) {
    std::string text = whole;
    for (std::uint64_t k = random.below(5) + 1; k > 0 && !text.empty(); --k) {
      const std::size_t at = random.below(text.size());
      const char letter = letters[random.below(letters.size())];
      switch (random.below(4)) {
        case 0:
          text[at] = letter;
          break;
        case 1:
          text.insert(at, 1, letter);
          break;
        case 2:
          text.erase(at, random.below(5));
          break;
        default:
          if (random.below(4) == 0) text.resize(at);
      }
    }
    const std::string error = error_of(text);
    EXPECT_TRUE(error.empty() || error.starts_with("f.toml:")) << error;
  }
}

TEST(TomlDocument, unreadable_files_are_errors) {
  const std::filesystem::path folder = test_folder();
  const auto error_of_file = [](const std::filesystem::path& file) -> std::string {
    try {
      static_cast<void>(read_toml(file));
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(error_of_file(folder / "absent.toml"),
            (folder / "absent.toml").string() + ": there is no such file");
  EXPECT_EQ(error_of_file(folder), folder.string() + ": is a folder; expected a file");
  EXPECT_EQ(error_of_file("/dev/zero"), "/dev/zero: is not a regular file");
  const auto empty = folder / "empty.toml";
  std::ofstream(empty).close();
  EXPECT_EQ(error_of_file(empty), "");
}

}  // namespace
}  // namespace galet::toml_document_test
