// Islands for tests, most of which fail to render in one way.
const islands = {
  echo: (props, prefix) => `<p id='${prefix}'>${props}</p>`,
  query: () => `/ps?${new URLSearchParams({ city: "St. John's (N) ~!*", state: 'Ü&ß' })}`,
  'changed-query': () => {
    const query = new URLSearchParams('?a=1&a=2&b=%3D&&c&d=4');
    query.set('a', 3);
    query.delete('d');
    const copy = new URLSearchParams([...query]);
    return [copy, new URLSearchParams({ a: 1 }).get('a'), copy.get('d'), copy.has('c'), [...copy.keys()]].join('|');
  },
  complains: () => {
    console.error('no', 'key');
    return '<p>fine</p>';
  },
  'falls-back': () => '<!--$!--><p>Wait</p><!--/$-->',
  styled: () => '<p style="color:red">x</p>',
  endless: () => {
    for (;;) {}
  },
  deep: function deeper(depth) {
    return deeper(depth + 1) + 1;
  },
};

export function render(island, props, prefix) {
  if (!Object.hasOwn(islands, island)) {
    throw new Error(`no island '${island}'`);
  }
  return String(islands[island](props, prefix));
}
