import type { StudyPage } from '../wire/StudyPage';
import { StudyHead } from './study-head';

/** A study that its partner presents on an external page. */
export function EmbeddedStudy({
  page,
  link,
  height,
}: {
  page: StudyPage;
  link: string;
  height: number | null;
}) {
  return (
    <article className="study">
      <StudyHead page={page} />
      <p>
        The study team runs the page below.{' '}
        <a href={link} rel="noreferrer">
          Open the study team’s page by itself
        </a>
      </p>
      <iframe
        className="study__frame"
        height={height ?? undefined}
        src={link}
        title={`Study page: ${page.title}`}
        loading="lazy"
        referrerPolicy="no-referrer"
        sandbox="allow-forms allow-popups allow-same-origin allow-scripts"
      />
    </article>
  );
}
