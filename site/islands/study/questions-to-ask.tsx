import type { StudyPage } from '../wire/StudyPage';
import { explainedTexts } from './explained-texts';

/** Questions to ask the study team. A study without any has no section. */
export function QuestionsToAsk({ page: { questions, terms } }: { page: StudyPage }) {
  if (questions.length === 0) {
    return null;
  }
  const explained = explainedTexts(terms, 'questions', questions);
  return (
    <section className="study__section" aria-labelledby="questions-to-ask">
      <h2 className="section__title" id="questions-to-ask">
        Questions to Ask About This Study
      </h2>
      <div className="prose">
        <p>This page doesn’t answer everything. You can ask the study team:</p>
        <ul>
          {questions.map((question, index) => (
            <li key={question}>{explained[index]}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}
