import { StepTitle } from '../parts/step-title';

/** Says that a link does not work and what to do. It never reveals the reason. */
export function BrokenLink({ follows = false }: { follows?: boolean }) {
  return (
    <section className="prose">
      <StepTitle takesFocus={follows}>This Link Does Not Work</StepTitle>
      <p>
        Nothing was erased because of it. A link works once and for 30 minutes. If you have used it before,
        all is done. If it is broken in two in your email, copy all of it.
      </p>
      <p>
        <a className="button" href="/deleteme">
          Ask for a New Link
        </a>
      </p>
      <p>
        If you need help, <a href="/contact">contact us</a>.
      </p>
    </section>
  );
}
