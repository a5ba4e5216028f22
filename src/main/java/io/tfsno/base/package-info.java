/**
 * The ground under every room: how a user's mistake is reported, how names are suggested, how long
 * work is interrupted, and what build this is. It knows nothing of tensors, equations or files.
 */
package io.tfsno.base;
