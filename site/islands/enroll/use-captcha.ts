import { useEffect, useRef, useState } from 'react';
import { captchaChallenge } from '../backend/captcha';
import type { CaptchaPurpose } from '../wire/CaptchaPurpose';

/** The state of a captcha, and its actions. */
export type Captcha = {
  state: 'idle' | 'working' | 'solved' | 'failed';
  /** The solution, as the sign-up sends it. */
  response: string | null;
  start: () => void;
  cancel: () => void;
  /** Solves a new challenge after the server consumed the last one. Resolves to null on failure. */
  renew: () => Promise<string | null>;
};

/** Solves the server's proof of work when the visitor ticks the box. */
export function useCaptcha(purpose: CaptchaPurpose): Captcha {
  const [state, setState] = useState<Captcha['state']>('idle');
  const [response, setResponse] = useState<string | null>(null);
  const work = useRef<AbortController | null>(null);

  const stop = () => {
    work.current?.abort();
    work.current = null;
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: on unmount, stops whatever is running then
  useEffect(() => stop, []);

  const start = async () => {
    stop();
    const controller = new AbortController();
    work.current = controller;
    setResponse(null);
    setState('working');
    const solved = await solve(purpose, controller).catch(() => null);
    if (controller.signal.aborted) {
      return null;
    }
    setResponse(solved);
    setState(solved === null ? 'failed' : 'solved');
    return solved;
  };

  const cancel = () => {
    stop();
    setResponse(null);
    setState('idle');
  };

  return { state, response, start, cancel, renew: start };
}

async function solve(purpose: CaptchaPurpose, controller: AbortController): Promise<string | null> {
  const challenge = await captchaChallenge(purpose, controller.signal);
  const { solveCaptcha } = await import('./solve-captcha');
  return solveCaptcha(challenge, controller);
}
