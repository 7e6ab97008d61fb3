// Patterns and paths are lists of segments. Returns the variable parts by name, or null if the path doesn't match.
function matched(pattern, wanted) {
    const goesOn = pattern[pattern.length - 1] === '*';
    const length = goesOn ? pattern.length - 1 : pattern.length;
    if (wanted.length < length || (wanted.length > length && !goesOn)) {
        return null;
    }
    const parts = [];
    for (let i = 0; i < length; i++) {
        const part = pattern[i];
        const given = wanted[i];
        const isPage = part === '{page}';
        const wrong = isPage ? /[^A-Za-z0-9-]/ : part === '{pt}' ? /[^A-Za-z0-9%+ -]/ : /[^A-Za-z0-9]/;
        if (part[0] !== '{') {
            // In lower case, some non-ASCII characters become ASCII.
            if (given.length !== part.length || /[^ -~]/.test(given) || given.toLowerCase() !== part) {
                return null;
            }
        } else if (given.length > LONGEST_ID || wrong.test(given)) {
            return null;
        } else {
            parts.push([part, isPage ? given.toLowerCase() : given.toUpperCase()]);
        }
    }
    return parts;
}

function isAmong(patterns, wanted) {
    return patterns.some((pattern) => matched(pattern, wanted) !== null);
}

function filled(files, parts) {
    return files.map((file) => parts.reduce((name, part) => name.split(part[0]).join(part[1]), file));
}

function isAsset(path) {
    const names = path.slice(1).split('/');
    const last = names[names.length - 1];
    const dot = last.lastIndexOf('.');
    const isPlain = (name) => name !== '' && name[0] !== '.' && !/[^A-Za-z0-9._-]/.test(name);
    return dot >= 0 && last.slice(dot + 1) !== 'html' && names.every(isPlain);
}

// The raw query, or the query rebuilt from its pairs where the runtime lacks rawQueryString.
function queryOf(request) {
    if (typeof request.rawQueryString === 'function') {
        return request.rawQueryString() || '';
    }
    const pairs = [];
    Object.keys(request.querystring).forEach((key) => {
        const field = request.querystring[key];
        (field.multiValue || [field]).forEach((each) => pairs.push(key + '=' + each.value));
    });
    return pairs.join('&');
}

// The value of a key, if it occurs exactly once.
function valueOf(key, query) {
    const pairs = query.split('&').filter((pair) => pair.indexOf(key + '=') === 0);
    return pairs.length === 1 ? pairs[0].slice(key.length + 1) : null;
}

function filesOf(route, parts, query) {
    const rule = route.query;
    let all = parts;
    if (rule) {
        const value = valueOf(rule.key, query);
        if (rule.values.indexOf(value) < 0) {
            return { found: [], missing: filled(rule.otherwise, parts) };
        }
        all = parts.concat([[rule.name, value]]);
    }
    return { found: filled(route.files, all), missing: filled(route.missing || [], all) };
}

// Returns the first of these files that exists, or else the not-found page. If the store fails, tries the last file
// that may be found, which is the one most likely to exist.
async function chosen(files) {
    const all = files.found.concat(files.missing);
    const isMissing = (index) => index >= files.found.length;
    try {
        const store = all.length > 0 ? cf.kvs() : null;
        for (let i = 0; i < all.length; i++) {
            const isThere = await store.exists(all[i]);
            if (isThere) {
                return { name: all[i], isMissing: isMissing(i) };
            }
        }
    } catch (error) {
        const last = (files.found.length || all.length) - 1;
        return { name: all[last], isMissing: isMissing(last) };
    }
    return { name: '404.html', isMissing: true };
}

// Decides what to do with a request. Returns marks for headers and status, and one of: the path stays as it is
// (takesAll), a redirect (to), or a file.
async function decide(request) {
    const path = request.uri;
    const query = queryOf(request);
    const wanted = path.split('/').filter((segment) => segment !== '');
    const marks = ['200'];
    if (isAmong(FRAMED, wanted) && query.split('&').indexOf(EMBEDDED) >= 0) {
        marks.push('framed');
    }
    if (isAmong(PRIVATE, wanted)) {
        marks.push('private');
    }
    if (isAmong(LOCATING, wanted)) {
        marks.push('locating');
    }
    if (path === '/backend' || path.indexOf('/backend/') === 0 || path === '/documents') {
        return { marks: marks, takesAll: true };
    }
    for (let i = 0; i < REDIRECTS.length; i++) {
        if (matched(REDIRECTS[i][0], wanted)) {
            return { marks: marks, to: REDIRECTS[i][1] };
        }
    }
    let files = { found: isAsset(path) ? [path.slice(1)] : [], missing: [] };
    for (let i = 0; i < ROUTES.length && files.found.length === 0; i++) {
        const parts = matched(ROUTES[i].path, wanted);
        if (parts) {
            files = filesOf(ROUTES[i], parts, query);
            break;
        }
    }
    const file = await chosen(files);
    if (file.isMissing) {
        marks[0] = '404';
    }
    return { marks: marks, file: file.name, address: query ? path + '?' + query : path };
}

function setHeaders(headers, marks) {
    const all = [HEADERS];
    if (marks.indexOf('framed') >= 0) {
        all.push(FRAMED_HEADERS);
    }
    if (marks.indexOf('private') >= 0) {
        all.push(PRIVATE_HEADERS);
    }
    if (marks.indexOf('locating') >= 0) {
        all.push(LOCATING_HEADERS);
    }
    all.forEach((some) => {
        Object.keys(some).forEach((name) => {
            headers[name] = { value: some[name] };
        });
    });
    // An empty value removes a header from framed pages.
    Object.keys(headers).forEach((name) => {
        if (headers[name].value === '') {
            delete headers[name];
        }
    });
    return headers;
}
