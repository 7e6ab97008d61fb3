import { useEffect, useRef, useState } from 'react';
import { captchaChallenge } from '../backend/captcha';
import type { CaptchaPurpose } from '../wire/CaptchaPurpose';

/** How far the captcha has come, and what can be done about it. */
export type Captcha = {
  state: 'idle' | 'working' | 'solved' | 'failed';
  /** The solved captcha as the sign-up sends it. */
  response: string | null;
  start: () => void;
  cancel: () => void;
  /** Solves another one, because the server took the last one. The person need not ask again; nothing when none was. */
  renew: () => Promise<string | null>;
};

/** Carries out the server's proof of work when the person asks for it. */
export function useCaptcha(purpose: CaptchaPurpose): Captcha {
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
