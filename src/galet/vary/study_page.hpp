// The page and the plots of a study.
#pragma once

#include <string>
#include <vector>

#include "galet/draw/plot.hpp"
#include "galet/vary/study_table.hpp"

namespace galet {

struct StudyChart {
  std::string name;  // of its file, without the ending
  Chart chart;
};

// Points are means over the replicas, bars their standard errors. Over a parameter of the grid
// there is a curve for each combination of the others; over figures, samples and formulas there are
// points, in a colour for each combination of words and cases. Beyond a dozen all are one set of
// points.
std::vector<StudyChart> study_charts(const StudyTable& table, const StudyManifest& manifest,
                                     const StudySettings& study);

// Markdown, with the charts as plots/<name>.svg.
std::string to_markdown(const StudyTable& table, const StudyManifest& manifest,
                        const StudySettings& study, const std::vector<StudyChart>& charts);

// Reads all runs and writes table.csv, plots/, study.md and study.html into the folder.
StudyTable collect(const StudyFolder& folder);

}  // namespace galet
