/** Drawings of networks: sketches of boxes and arrows come in, SVG goes out. */
package io.tfsno.report.network;
