globalThis.run = async (event, surroundings) => {
    const { files, store, tellsQuery, query } = JSON.parse(surroundings);
    const names = new Set(files);
    const asked = [];
    globalThis.storeOfNames = () => {
        if (store === 'IsMissing') {
            throw new Error('no store is associated');
        }
        return {
            exists: async (key) => {
                asked.push(key);
                if (store === 'Fails') {
                    throw new Error('the store does not answer');
                }
                return names.has(key);
            },
        };
    };
    const given = JSON.parse(event);
    if (tellsQuery) {
        Object.defineProperty(given.request, 'rawQueryString', { value: () => query ?? undefined });
    }
    return JSON.stringify({ given: await globalThis.handler(given), asked });
};
