import type { SearchAnswer } from '../wire/SearchAnswer';
import { addressOf } from './address-of-results';

/** The page of a search. */
export type PaginationProps = { answer: SearchAnswer; choices: string; embedded: boolean };

/** Links to the other pages of a search. */
export function Pagination({ answer, choices, embedded }: PaginationProps) {
  const { page, pages } = answer;
  if (pages <= 1) {
    return null;
  }
  const to = (number: number) => addressOf(answer.q, answer.in, choices, embedded, number);
  return (
    <nav className="pagination" aria-label="Pages of Results">
      <ul className="pagination__list">
        {page > 1 && (
          <li>
            <a className="pagination__link" href={to(page - 1)} rel="prev">
              Previous
            </a>
          </li>
        )}
        {Array.from({ length: pages }, (_, index) => index + 1).map((number) => (
          <li key={number}>
            <a
              className="pagination__link"
              href={to(number)}
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
            >
              {number}
            </a>
          </li>
        ))}
        {page < pages && (
          <li>
            <a className="pagination__link" href={to(page + 1)} rel="next">
              Next
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}
