import { Fragment } from 'react';
import { partsOf } from '../assistants/chat/rich-text';

/** A message whose emergency numbers can be called. */
export function MessageText({ content }: { content: string }) {
  return partsOf(content).map(({ text, href }, index) => {
    const key = `${index} ${text}`;
    return href === undefined ? (
      <Fragment key={key}>{text}</Fragment>
    ) : (
      <a href={href} key={key}>
        {text}
      </a>
    );
  });
}
