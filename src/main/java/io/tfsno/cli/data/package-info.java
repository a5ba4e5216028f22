/** The commands under 'tfsno data'. */
package io.tfsno.cli.data;
