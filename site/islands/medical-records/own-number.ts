import { lookUp } from '../look-up';

/**
 * Translates the registry number of a partner study to its study number. Everything else is returned unchanged, as is a
 * registry number whose lookup fails.
 */
export async function ownNumber(named: string | null, signal: AbortSignal): Promise<string | null> {
  if (named === null || !named.startsWith('NCT')) {
    return named;
  }
  const study = await lookUp(named, signal).catch(() => null);
  return study?.study_number ?? named;
}
