import { useEffect, useRef, useState } from 'react';
import { captchaChallenge } from '../backend/captcha';

/** How far the captcha has come, and what can be done about it. */
export type Captcha = {
  state: 'idle' | 'working' | 'solved' | 'failed';
  /** The solved captcha as the sign-up sends it. */
  response: string | null;
  start: () => void;
  cancel: () => void;
  reset: () => void;
};

/** Carries out the server's proof of work when the person asks for it. */
export function useCaptcha(): Captcha {
  const [state, setState] = useState<Captcha['state']>('idle');
  const [response, setResponse] = useState<string | null>(null);
  const work = useRef<AbortController | null>(null);

  const stop = () => {
    work.current?.abort();
    work.current = null;
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the form goes, with whatever is under way then
  useEffect(() => stop, []);

  const start = async () => {
    stop();
    const controller = new AbortController();
    work.current = controller;
    setState('working');
    const solved = await solve(controller).catch(() => null);
    if (!controller.signal.aborted) {
      setResponse(solved);
      setState(solved === null ? 'failed' : 'solved');
    }
  };

  const reset = () => {
    stop();
    setResponse(null);
    setState('idle');
  };

  return { state, response, start, cancel: reset, reset };
}

async function solve(controller: AbortController): Promise<string | null> {
  const challenge = await captchaChallenge(controller.signal);
  const { solveCaptcha } = await import('./solve-captcha');
  return solveCaptcha(challenge, controller);
}
