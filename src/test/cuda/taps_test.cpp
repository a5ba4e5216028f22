// The kernels of maps on lines and planes against plain loops in double: odd numbers of channels, all they can end in, forward and backward.
#include "emulator.h"
#include "launch.cu"
#include "prelude.cu"
#include "checks.h"
#define THREADS 64
#include "tapweights.cu"
#undef THREADS

#define CASE stencil
#define BACK 0
#define CIN 20
#define COUT 48
#define AXES 1
#define TAPS 5
#define STRIDE 1
#define N 128
#define LINES 1
#define TILE 64
#define ROW_TILES 3
#define RING 4
#define JOINED 0
#define EARLY 1
#define TO PLAIN
#define UP 3
#define ALONG 1
#define OUTER_WARPS 2
#include "taps_case.h"

#define CASE stencil_back
#define BACK 1
#define CIN 5
#define COUT 20
#define AXES 1
#define TAPS 5
#define STRIDE 1
#define N 32
#define LINES 1
#define TILE 32
#define ROW_TILES 2
#define RING 2
#define JOINED 0
#define EARLY 1
#define TO PLAIN
#define UP 2
#define ALONG 1
#define OUTER_WARPS 3
#include "taps_case.h"

#define CASE narrow_stencil
#define BACK 0
#define CIN 9
#define COUT 16
#define AXES 1
#define TAPS 3
#define STRIDE 1
#define N 64
#define LINES 1
#define TILE 64
#define ROW_TILES 1
#define RING 5
#define JOINED 0
#define EARLY 1
#define TO PLAIN
#define UP 1
#define ALONG 2
#define OUTER_WARPS 1
#include "taps_case.h"

#define CASE wide_stencil
#define BACK 0
#define CIN 16
#define COUT 33
#define AXES 1
#define TAPS 9
#define STRIDE 1
#define N 96
#define LINES 1
#define TILE 32
#define ROW_TILES 3
#define RING 16
#define JOINED 0
#define EARLY 1
#define TO PLAIN
#define UP 1
#define ALONG 1
#define OUTER_WARPS 4
#include "taps_case.h"

#define CASE lift
#define BACK 0
#define CIN 1
#define COUT 20
#define AXES 1
#define TAPS 1
#define STRIDE 1
#define N 64
#define LINES 1
#define TILE 64
#define ROW_TILES 2
#define RING 4
#define JOINED 0
#define EARLY 0
#define TO PLAIN
#define UP 1
#define ALONG 1
#define OUTER_WARPS 2
#include "taps_case.h"

#define CASE down
#define BACK 0
#define CIN 5
#define COUT 20
#define AXES 1
#define TAPS 2
#define STRIDE 2
#define N 32
#define LINES 1
#define TILE 32
#define ROW_TILES 2
#define RING 16
#define JOINED 0
#define EARLY 1
#define TO PLAIN
#define UP 2
#define ALONG 2
#define OUTER_WARPS 2
#include "taps_case.h"

#define CASE down_back
#define BACK 1
#define CIN 20
#define COUT 10
#define AXES 1
#define TAPS 1
#define STRIDE 1
#define N 64
#define LINES 1
#define TILE 64
#define ROW_TILES 1
#define RING 4
#define JOINED 0
#define EARLY 1
#define TO UNFOLD
#define UP 1
#define ALONG 3
#define OUTER_WARPS 2
#include "taps_case.h"

#define CASE join
#define BACK 0
#define CIN 10
#define COUT 5
#define AXES 1
#define TAPS 1
#define STRIDE 1
#define N 64
#define LINES 1
#define TILE 64
#define ROW_TILES 1
#define RING 2
#define JOINED 1
#define EARLY 1
#define TO PLAIN
#define UP 1
#define ALONG 1
#define OUTER_WARPS 2
#include "taps_case.h"

#define CASE join_back
#define BACK 1
#define CIN 20
#define COUT 40
#define AXES 1
#define TAPS 1
#define STRIDE 1
#define N 128
#define LINES 1
#define TILE 64
#define ROW_TILES 1
#define RING 5
#define JOINED 0
#define EARLY 1
#define TO SPLIT
#define UP 1
#define ALONG 2
#define OUTER_WARPS 1
#include "taps_case.h"

#define CASE end_back
#define BACK 1
#define CIN 2
#define COUT 20
#define AXES 1
#define TAPS 1
#define STRIDE 1
#define N 64
#define LINES 1
#define TILE 32
#define ROW_TILES 2
#define RING 16
#define JOINED 0
#define EARLY 1
#define TO END
#define UP 2
#define ALONG 1
#define OUTER_WARPS 2
#include "taps_case.h"

#define CASE plane_stencil
#define BACK 0
#define CIN 20
#define COUT 48
#define AXES 2
#define TAPS 3
#define STRIDE 1
#define N 32
#define LINES 8
#define TILE 64
#define ROW_TILES 3
#define RING 5
#define JOINED 0
#define EARLY 1
#define TO PLAIN
#define UP 3
#define ALONG 1
#define OUTER_WARPS 2
#include "taps_case.h"

#define CASE plane_stencil_back
#define BACK 1
#define CIN 9
#define COUT 20
#define AXES 2
#define TAPS 3
#define STRIDE 1
#define N 16
#define LINES 6
#define TILE 32
#define ROW_TILES 2
#define RING 4
#define JOINED 0
#define EARLY 1
#define TO PLAIN
#define UP 2
#define ALONG 1
#define OUTER_WARPS 3
#include "taps_case.h"

#define CASE wide_plane_stencil
#define BACK 0
#define CIN 5
#define COUT 16
#define AXES 2
#define TAPS 5
#define STRIDE 1
#define N 48
#define LINES 4
#define TILE 64
#define ROW_TILES 1
#define RING 4
#define JOINED 0
#define EARLY 1
#define TO PLAIN
#define UP 1
#define ALONG 1
#define OUTER_WARPS 1
#include "taps_case.h"

#define CASE plane_down
#define BACK 0
#define CIN 5
#define COUT 20
#define AXES 2
#define TAPS 2
#define STRIDE 2
#define N 32
#define LINES 4
#define TILE 64
#define ROW_TILES 2
#define RING 8
#define JOINED 0
#define EARLY 1
#define TO PLAIN
#define UP 2
#define ALONG 1
#define OUTER_WARPS 2
#include "taps_case.h"

#define CASE plane_down_back
#define BACK 1
#define CIN 20
#define COUT 20
#define AXES 2
#define TAPS 1
#define STRIDE 1
#define N 16
#define LINES 8
#define TILE 64
#define ROW_TILES 1
#define RING 4
#define JOINED 0
#define EARLY 1
#define TO UNFOLD
#define UP 1
#define ALONG 3
#define OUTER_WARPS 2
#include "taps_case.h"

#define CASE plane_join
#define BACK 0
#define CIN 10
#define COUT 5
#define AXES 2
#define TAPS 1
#define STRIDE 1
#define N 32
#define LINES 6
#define TILE 32
#define ROW_TILES 1
#define RING 2
#define JOINED 1
#define EARLY 1
#define TO PLAIN
#define UP 1
#define ALONG 1
#define OUTER_WARPS 2
#include "taps_case.h"

#define CASE plane_join_back
#define BACK 1
#define CIN 20
#define COUT 40
#define AXES 2
#define TAPS 1
#define STRIDE 1
#define N 48
#define LINES 4
#define TILE 64
#define ROW_TILES 1
#define RING 5
#define JOINED 0
#define EARLY 1
#define TO SPLIT
#define UP 1
#define ALONG 2
#define OUTER_WARPS 1
#include "taps_case.h"

#define AXES 1
#define TAPS 1
#define LINES 1
#define STRIDE 1
#define TILE 32
#define JOINED 0
#define CASE gated
#define CIN 20
#define N 64
#define ROW_TILES 2
#define RING 4
#include "gated_case.h"

#define CASE gated_in_turns
#define CIN 37
#define N 32
#define ROW_TILES 2
#define RING 2
#include "gated_case.h"

#define CASE gated_whole
#define CIN 48
#define N 96
#define ROW_TILES 3
#define RING 8
#include "gated_case.h"

int main() {
  stencil::test("a stencil");
  stencil_back::test("a stencil backward");
  narrow_stencil::test("a narrow stencil");
  wide_stencil::test("a wide stencil");
  lift::test("a lift");
  down::test("halving");
  down_back::test("halving backward");
  join::test("a joint");
  join_back::test("a joint backward");
  end_back::test("the end backward");
  plane_stencil::test("a stencil of a plane");
  plane_stencil_back::test("a stencil of a plane backward");
  wide_plane_stencil::test("a wide stencil of a plane");
  plane_down::test("halving a plane");
  plane_down_back::test("halving a plane backward");
  plane_join::test("a joint of planes");
  plane_join_back::test("a joint of planes backward");
  gated::test("a gated step");
  gated_in_turns::test("a gated step, tiles in turns");
  gated_whole::test("a gated step, whole tiles");
  if (failures) printf("%d wrong\n", failures);
  return failures ? 1 : 0;
}
