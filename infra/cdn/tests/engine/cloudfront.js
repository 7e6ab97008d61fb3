export default { kvs: () => globalThis.storeOfNames() };
