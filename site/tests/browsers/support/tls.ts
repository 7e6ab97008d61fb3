import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A TLS proxy of the local server. */
export type TlsFront = { address: string; close: () => void };

/**
 * Puts TLS in front of the local server. The session cookie requires a secure connection, and neither WebKit nor an old
 * Chrome makes an exception for localhost. The certificate is self-signed and valid for a day.
 */
export async function tlsInFrontOf(address: string): Promise<TlsFront> {
  const { hostname, port } = new URL(address);
  const server = createServer(certificate(), (incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const proxied = request({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    proxied.on('error', () => outgoing.destroy());
    incoming.pipe(proxied);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const listening = server.address();
  const ownPort = typeof listening === 'object' && listening ? listening.port : 0;
  return { address: `https://127.0.0.1:${ownPort}`, close: () => server.close() };
}

function certificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'waypoint-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const request = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '1',
  ];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', [...request, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const pair = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return pair;
}
