import type { PageLanguage } from '../search-box/page-language';
import { type DescribeWords, ENGLISH } from './words-en';
import { SPANISH } from './words-es';
import { VIETNAMESE } from './words-vi';

/** The texts of the description and of what was understood, by language of the page. */
export const WORDS: Record<PageLanguage, DescribeWords> = { en: ENGLISH, es: SPANISH, vi: VIETNAMESE };
