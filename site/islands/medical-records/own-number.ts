import { lookUp } from '../look-up';

/**
 * The number by which a study of ours takes people, for what an address names: a registry number becomes that of the study
 * that has it, everything else stays. So does a registry number while nobody answers, and one that is no study of ours.
 */
export async function ownNumber(named: string | null, signal: AbortSignal): Promise<string | null> {
  if (named === null || !named.startsWith('NCT')) {
    return named;
  }
  const study = await lookUp(named, signal).catch(() => null);
  return study?.study_number ?? named;
}
