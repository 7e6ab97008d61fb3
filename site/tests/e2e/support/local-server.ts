import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A server of its own for a test. */
export interface LocalServer {
  address: string;
  stop: () => void;
}

/** Starts the local server on a free port and waits until it is ready. */
export async function startServer(root: string, options: string[]): Promise<LocalServer> {
  const program = process.env.WAYPOINT_SERVER ?? 'target/debug/waypoint-local';
  const server: ChildProcess = spawn(program, ['--port', '0', '--limits', 'off', ...options], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  server.stderr?.on('data', (part) => said.push(String(part)));
  if (server.stdout) {
    for await (const line of createInterface({ input: server.stdout })) {
      const address = /^Ready at (\S+)/.exec(line)?.[1];
      if (address) {
        return { address, stop: () => server.kill() };
      }
    }
  }
  throw new Error(`the server did not become ready: ${said.join('')}`);
}
