"""Makes the files of this folder with numpy, h5py, netCDF4, xarray and zarr (Debian's packages).

Every state is u[n, t, x, y] = 1000 n + 100 t + 10 x + y, which float32 holds exactly; v = -u.
3 trajectories, 4 times 0.5 apart, 6 x 5 points 0.25 and 0.1 apart.
"""
import json, os, shutil
import h5py, netCDF4, numcodecs, numpy as np, xarray as xr, zarr

N, T, X, Y = 3, 4, 6, 5
n, t, x, y = np.ix_(range(N), range(T), range(X), range(Y))
u = (1000 * n + 100 * t + 10 * x + y).astype("f4")
times, xs, ys = 2 + 0.5 * np.arange(T), 0.25 * np.arange(X), 1 + 0.1 * np.arange(Y)

np.save("c.npy", u)
np.save("fortran.npy", np.asfortranarray(u.astype(">f8")))
np.save("half.npy", u.astype("f2"))
np.save("bytes.npy", (u[0] % 100).astype("u1"))
np.savez("plain.npz", u=u, v=-u, nu=np.array([0.1, 0.2, 0.3]))
np.savez_compressed("deflated.npz", u=u, v=-u)

with h5py.File("any.h5", "w") as f:
    f.create_dataset("run/u", data=u, chunks=(1, 2, 6, 5), compression="gzip")
    f.create_dataset("run/half", data=u.astype("f2"))
    f.create_dataset("run/words", data=np.array([b"a", b"b"]))

with h5py.File("well.hdf5", "w") as f:
    f.attrs.update(dataset_name="example", grid_type="cartesian", n_spatial_dims=2, n_trajectories=N)
    f.attrs["simulation_parameters"] = ["nu", "gamma"]
    f.attrs["nu"] = 0.01
    f.attrs["gamma"] = 1.4
    d = f.create_group("dimensions")
    d.attrs["spatial_dims"] = ["x", "y"]
    for name, values in (("time", times), ("x", xs), ("y", ys)):
        d.create_dataset(name, data=values.astype("f4")).attrs["sample_varying"] = False
    b = f.create_group("boundary_conditions")
    for name, kind, size in (("x", "PERIODIC", X), ("y", "WALL", Y)):
        g = b.create_group(name + "_boundary")
        g.attrs["associated_dims"] = [name]
        g.attrs["associated_fields"] = []
        g.attrs["bc_type"] = kind
        g.attrs["sample_varying"] = False
        g.attrs["time_varying"] = False
        mask = np.zeros(size, bool)
        mask[0] = mask[-1] = True
        g.create_dataset("mask", data=mask)

    def put(group, name, data, sample, time, dims=None, **more):
        s = f.require_group(group)
        s.attrs["field_names"] = list(s.attrs.get("field_names", [])) + [name]
        e = s.create_dataset(name, data=np.asarray(data, "f4"))
        e.attrs["sample_varying"] = sample
        e.attrs["time_varying"] = time
        if dims is not None:
            e.attrs["dim_varying"] = np.array(dims)
        e.attrs.update(more)

    put("scalars", "nu", 0.01, False, False)
    put("scalars", "gamma", [1.4, 1.5, 1.6], True, False)
    put("scalars", "clock", times, False, True)
    put("t0_fields", "density", u, True, True, [True, True])
    put("t0_fields", "mask", u[0, 0], False, False, [True, True])
    put("t1_fields", "velocity", np.stack([u + 0.5, -u], -1), True, True, [True, True])
    put("t2_fields", "D", np.stack([u, 2 * u, 3 * u, 4 * u], -1).reshape(N, T, X, Y, 2, 2), True, True, [True, True],
        symmetric=False, antisymmetric=False)

for name, form in (("cdf1.nc", "NETCDF3_CLASSIC"), ("cdf2.nc", "NETCDF3_64BIT_OFFSET"), ("cdf5.nc", "NETCDF3_64BIT_DATA"),
                   ("nc4.nc", "NETCDF4")):
    with netCDF4.Dataset(name, "w", format=form) as f:
        f.title = "a small flow"
        for dim, size in (("time", None), ("sample", N), ("y", Y), ("x", X)):
            f.createDimension(dim, size)
        c = f.createVariable("time", "f8", ("time",))
        c.units, c[:] = "hours since 2000-01-01", times
        for dim, values in (("x", xs), ("y", ys)):
            c = f.createVariable(dim, "f4", (dim,))
            c.units, c[:] = "m", values
        order = np.transpose(u, (1, 0, 3, 2))  # [time, sample, y, x]
        c = f.createVariable("u", "f4", ("time", "sample", "y", "x"))
        c.units, c[:] = "m s-1", order
        c = f.createVariable("odd", "i1", ("time",))  # rows of record variables are padded
        c[:] = np.arange(T)
        c = f.createVariable("packed", "i2", ("time", "sample", "y", "x"))
        c.scale_factor, c.add_offset = 0.5, 100.0
        c[:] = order
        c = f.createVariable("topography", "f8", ("y", "x"))
        c[:] = u[0, 0].T

ds = xr.Dataset(
    {"u": (("sample", "time", "x", "y"), u, {"units": "m/s"}), "v": (("sample", "time", "x", "y"), -u)},
    coords={"time": times, "x": xs, "y": ys})
ds.to_netcdf("xarray.nc")
blosc = numcodecs.Blosc("lz4", 5, numcodecs.Blosc.SHUFFLE)
store = zarr.ZipStore("xarray.zarr.zip", mode="w")
ds.to_zarr(store, encoding={k: {"compressor": blosc, "chunks": (2, 3, 4, 5)} for k in ds.data_vars})
store.close()
store = zarr.ZipStore("codecs.zarr.zip", mode="w")
root = zarr.group(store)
for name, codec in (("bits", numcodecs.Blosc("zstd", 5, numcodecs.Blosc.BITSHUFFLE)), ("zlib", numcodecs.Zlib(1)),
                    ("bloscz", numcodecs.Blosc("zlib", 5, numcodecs.Blosc.NOSHUFFLE)), ("gzip", numcodecs.GZip(1)),
                    ("zstd", numcodecs.Zstd(3)), ("lz4", numcodecs.LZ4()), ("bz2", numcodecs.BZ2()), ("plain", None)):
    root.create_dataset(name, data=u, chunks=(2, 4, 6, 5), compressor=codec, order="F" if name == "zlib" else "C")
store.close()

# Zarr 3 by hand: Debian's zarr writes an early draft of it.
def v3(folder, path, data, dims, chunk, codecs, encode, fill=0):
    at = os.path.join(folder, path)
    os.makedirs(at, exist_ok=True)
    names = {"f4": "float32", "f8": "float64"}
    json.dump({"zarr_format": 3, "node_type": "array", "shape": data.shape, "data_type": names[data.dtype.str[1:]],
               "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": chunk}},
               "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
               "fill_value": fill, "codecs": codecs, "attributes": {}, "dimension_names": dims},
              open(os.path.join(at, "zarr.json"), "w"))
    for corner in np.ndindex(*[-(-s // c) for s, c in zip(data.shape, chunk)]):
        block = np.full(chunk, fill, data.dtype)
        part = data[tuple(slice(i * c, (i + 1) * c) for i, c in zip(corner, chunk))]
        block[tuple(slice(0, s) for s in part.shape)] = part
        place = os.path.join(at, "c", *map(str, corner))
        os.makedirs(os.path.dirname(place), exist_ok=True)
        open(place, "wb").write(encode(block))

shutil.rmtree("v3.zarr", ignore_errors=True)
os.makedirs("v3.zarr")
json.dump({"zarr_format": 3, "node_type": "group", "attributes": {"title": "made by hand"}}, open("v3.zarr/zarr.json", "w"))
little = {"name": "bytes", "configuration": {"endian": "little"}}
v3("v3.zarr", "u", u, ["sample", "time", "x", "y"], [2, 4, 6, 5], [little, {"name": "zstd", "configuration": {"level": 3, "checksum": False}}],
   lambda b: numcodecs.Zstd(3).encode(b.tobytes()))
for name, values in (("time", times), ("x", xs), ("y", ys)):
    v3("v3.zarr", name, values, [name], [len(values)], [{"name": "bytes", "configuration": {"endian": "big"}},
       {"name": "gzip", "configuration": {"level": 1}}], lambda b: numcodecs.GZip(1).encode(b.astype(">f8").tobytes()))
