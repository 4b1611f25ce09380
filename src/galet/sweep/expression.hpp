// Formulas in scene files: numbers as functions of named variables.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace galet::sweep {

// A formula such as "0.5*sin(2*pi*t)", read by muParser: arithmetic, comparison, "a ? b : c" and
// the usual functions (sin, cos, exp, sqrt, abs, min, max, …), constants pi and e. It can do
// nothing but compute: no assignment, no input or output, no calls of anything else.
class Expression {
 public:
  // Throws InputError with `key` and the column inside the text when the text is no formula in
  // these variables.
  Expression(const std::string& text, const std::vector<std::string>& variables,
             const std::string& key);
  ~Expression();
  Expression(Expression&&) noexcept;
  Expression& operator=(Expression&&) noexcept;

  // One value per variable. Not from two threads at once.
  double operator()(std::span<const double> values) const;

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

}  // namespace galet::sweep
