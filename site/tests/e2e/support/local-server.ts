import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A server for one test. */
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
  const output: string[] = [];
  server.stderr?.on('data', (part) => output.push(String(part)));
  if (server.stdout) {
    for await (const line of createInterface({ input: server.stdout })) {
      const address = /^Ready at (\S+)/.exec(line)?.[1];
      if (address) {
        return { address, stop: () => server.kill() };
      }
    }
  }
  throw new Error(`the server did not become ready: ${output.join('')}`);
}
