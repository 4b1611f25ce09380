#include "galet/sweep/expression.hpp"

#include <algorithm>
#include <numbers>

#include <fmt/format.h>
#include <muParser.h>

#include "galet/base/error.hpp"

namespace galet::sweep {

// The parser keeps pointers to the variables: it must not move.
struct Expression::Parser {
  mu::Parser parser;
  std::vector<double> values;
};

Expression::~Expression() = default;
Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression&&) noexcept = default;

Expression::Expression(const std::string& text, const std::vector<std::string>& variables,
                       const std::string& key)
    : parser_(std::make_unique<Parser>()) {
  constexpr std::size_t longest = 4000;
  if (text.size() > longest) {
    throw InputError(key, fmt::format("formula of more than {} characters", longest));
  }
  mu::Parser& p = parser_->parser;
  parser_->values.assign(variables.size(), 0.0);
  try {
    p.ClearConst();
    p.DefineConst("pi", std::numbers::pi);
    p.DefineConst("e", std::numbers::e);
    p.EnableOptimizer(true);
    for (std::size_t k = 0; k < variables.size(); ++k) {
      p.DefineVar(variables[k], &parser_->values[k]);
    }
    p.SetExpr(text);
    // A list of formulas would silently give the last, and an assignment would change a variable.
    int results = 0;
    p.Eval(results);
    if (results != 1) throw InputError(key, "expected one formula, got several");
    for (const auto& [name, value] : p.GetUsedVar()) {
      if (value == nullptr) throw InputError(key, fmt::format("unknown name \"{}\"", name));
    }
  } catch (const mu::Parser::exception_type& error) {
    std::string message = error.GetMsg();
    while (!message.empty() && (message.back() == '.' || message.back() == ' ')) message.pop_back();
    throw InputError(key, fmt::format("in \"{}\": {} (variables: {})", text, message,
                                      fmt::join(variables, ", ")));
  }
  const auto assigns = [&text] {
    for (std::size_t k = 0; k < text.size(); ++k) {
      if (text[k] != '=') continue;
      const bool doubled = k + 1 < text.size() && text[k + 1] == '=';
      const bool compares =
          k > 0 && std::string_view("<>!=").find(text[k - 1]) != std::string::npos;
      if (!doubled && !compares) return true;
    }
    return false;
  };
  if (assigns()) throw InputError(key, fmt::format("in \"{}\": an assignment is no formula", text));
}

double Expression::operator()(std::span<const double> values) const {
  GALET_ASSERT(values.size() == parser_->values.size());
  std::ranges::copy(values, parser_->values.begin());
  return parser_->parser.Eval();
}

}  // namespace galet::sweep
