#pragma once

namespace stepline::event {

// Metadata::plugin_name, by dashboard.
inline constexpr char kScalarsPlugin[] = "scalars";
inline constexpr char kImagesPlugin[] = "images";
inline constexpr char kAudioPlugin[] = "audio";
inline constexpr char kHistogramsPlugin[] = "histograms";
inline constexpr char kTextPlugin[] = "text";
inline constexpr char kPrCurvesPlugin[] = "pr_curves";
inline constexpr char kHParamsPlugin[] = "hparams";
inline constexpr char kMeshPlugin[] = "mesh";
inline constexpr char kCustomScalarsPlugin[] = "custom_scalars";
inline constexpr char kTensorPlugin[] = "tensor";
inline constexpr char kGraphsPlugin[] = "graphs";
inline constexpr char kKerasModelPlugin[] = "graph_keras_model";
inline constexpr char kRunMetadataPlugin[] = "graph_run_metadata";
inline constexpr char kRunMetadataGraphPlugin[] = "graph_run_metadata_graph";
inline constexpr char kTaggedRunMetadataPlugin[] = "graph_tagged_run_metadata";

// Tags that a dashboard looks for by name.
inline constexpr char kHParamsExperimentTag[] = "_hparams_/experiment";
inline constexpr char kHParamsSessionStartTag[] =
    "_hparams_/session_start_info";
inline constexpr char kHParamsSessionEndTag[] = "_hparams_/session_end_info";
inline constexpr char kCustomScalarsLayoutTag[] = "custom_scalars__config__";

}  // namespace stepline::event
