async function handler(event) {
    const request = event.request;
    const answer = await decide(request);
    if (!answer.takesAll && request.method !== 'GET' && request.method !== 'HEAD') {
        const allowed = { allow: { value: 'GET, HEAD' }, 'cache-control': { value: 'no-store' } };
        const headers = setHeaders(allowed, answer.marks);
        return { statusCode: 405, statusDescription: 'Method Not Allowed', headers: headers };
    }
    if (answer.to) {
        const headers = setHeaders({ location: { value: answer.to } }, answer.marks);
        return { statusCode: 307, statusDescription: 'Temporary Redirect', headers: headers };
    }
    request.headers[MARKS] = { value: answer.marks.join(' ') };
    if (answer.takesAll) {
        request.headers['x-forwarded-host'] = { value: request.headers.host.value };
        request.headers[VISITOR] = { value: event.viewer.ip };
    }
    if (request.uri === '/documents') {
        request.uri = '/';
    }
    // A visitor can't choose this header.
    delete request.headers[ADDRESS];
    if (FILLED.indexOf(answer.file) >= 0) {
        request.headers[ADDRESS] = { value: answer.address };
    }
    if (answer.file) {
        request.uri = '/' + answer.file;
        request.querystring = {};
        delete request.headers.range;
        // A page that says what is missing must be sent whole, regardless of what the browser has cached.
        if (answer.marks[0] === '404') {
            ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'if-range'].forEach((name) => {
                delete request.headers[name];
            });
        }
    }
    return request;
}
