#pragma once

namespace berth::wire {

/// The first byte in [at, end) that is not plain, or `end`. Plain bytes stand for themselves between the
/// quotes of a JSON string: printable ASCII but `"` and `\`.
///
/// Cost: eight bytes a step.
const char* skip_plain(const char* at, const char* end);

}  // namespace berth::wire
