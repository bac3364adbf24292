import { REFUSAL_FORMS, type RefusalForm } from '../../client/http/refusal-forms.ts';
import { closestWord } from '../errors/closest-word.ts';
import { usageError } from '../errors/command-error.ts';
import type { Catalogue } from '../text/translate.ts';

/** Reads what is typed after `--refusal-form`. */
export const refusalForm =
  (text: Catalogue) =>
  (typed: string): RefusalForm => {
    const word = typed.trim().toLowerCase();
    const form = REFUSAL_FORMS.find((known) => known === word);
    if (form !== undefined) return form;
    throw usageError(
      'invalid_refusal_form',
      text.usage.unknownValue('--refusal-form', typed, REFUSAL_FORMS, closestWord(word, REFUSAL_FORMS)),
    );
  };
