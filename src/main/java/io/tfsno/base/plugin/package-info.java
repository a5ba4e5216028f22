/**
 * What others add to the program: jars with providers of models and equations, found through {@link
 * java.util.ServiceLoader}. Names of jars go in, registries that hold our own things and theirs
 * come out; what a jar lacks is told in one message that names it.
 */
package io.tfsno.base.plugin;
