import type { IntroductionAnswer } from '../wire/IntroductionAnswer';
import type { IntroductionRequest } from '../wire/IntroductionRequest';
import { call } from './call';

/**
 * Asks what would be sent to a study's contact, or, with the agreement to exactly this, asks to send it. The owner of the
 * address confirms by email.
 */
export function requestIntroduction(body: IntroductionRequest): Promise<IntroductionAnswer> {
  return call({ path: '/backend/introduction', body, read: readAnswer });
}

function readAnswer(answer: unknown): IntroductionAnswer | undefined {
  const { result, preview } = (answer ?? {}) as Partial<IntroductionAnswer>;
  const isWhole =
    result === 'check_mail' || (result === 'preview' && typeof preview?.mail?.text === 'string');
  return isWhole ? (answer as IntroductionAnswer) : undefined;
}
