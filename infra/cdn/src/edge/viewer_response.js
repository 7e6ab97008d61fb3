// A request without marks is the visitor's original. A marked request already has the file as its path.
async function marksOf(request) {
    const told = request.headers[MARKS];
    if (told) {
        return told.value.split(' ');
    }
    const answer = await decide(request);
    return answer.marks;
}

async function handler(event) {
    const response = event.response;
    const marks = await marksOf(event.request);
    setHeaders(response.headers, marks);
    const isMissing = marks[0] === '404' || response.headers[MISSING] !== undefined;
    delete response.headers[MISSING];
    if (isMissing && response.statusCode === 200) {
        response.statusCode = 404;
        response.statusDescription = 'Not Found';
        delete response.headers.etag;
        delete response.headers['last-modified'];
    }
    return response;
}
