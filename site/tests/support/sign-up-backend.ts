import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/sha';
import { fakeBackend, type Reply } from './fake-backend';

/** Two questions as the server sends them. */
export const QUESTIONS = [
  {
    sys_id: 'q1',
    question: 'I am 18 years old or older.',
    for_someone_else: 'They are 18 years old or older.',
    order: '1',
    active: 'true',
    sys_created_on: '2026-01-01',
  },
  { sys_id: 'q2', question: 'I have a leg ulcer.', order: '2', active: 'true', sys_created_on: '2026-01-01' },
];

/** The draft of a visitor who chose to sign up for themselves, and nothing else yet. */
export const OWN_DRAFT = {
  study_number: 'STU02001',
  answers: [],
  form: { signing_up_for: 'self' },
};

/** A server that accepts every sign-up; `replies` override the defaults. */
export function signUpBackend(replies: Record<string, Reply> = {}) {
  return fakeBackend({
    '/backend/cookies': () => ({ arrived: true }),
    '/backend/questiongroup': () => ({ result: QUESTIONS }),
    '/backend/draft': () => ({ result: 'kept', errors: [] }),
    '/backend/prescreen': () => ({ passed: true }),
    '/backend/captcha': () =>
      createChallenge({ algorithm: 'SHA-256', cost: 1, counter: 3, deriveKey, hmacSignatureSecret: 'test' }),
    'GET /backend/participant': () => ({ data: null, draft: OWN_DRAFT }),
    '/backend/participant': () => ({ data: { pt_id: 'PT0123456789AB', pt_sys_id: 'sys-1' } }),
    '/backend/submit': () => ({ result: 'stored', count: 2 }),
    '/backend/acknowledge': () => ({ result: 'acknowledged' }),
    ...replies,
  });
}
