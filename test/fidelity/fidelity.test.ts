import { describe, expect, it } from 'vitest';
import { HISTORY, startTestService } from '../support/service.ts';
import { decisions } from './decisions.ts';
import { specification } from './specification.ts';
import type { Section } from './statement.ts';

const chapters = [
  { title: 'What the specification says', sections: specification },
  { title: 'What it leaves open', sections: decisions },
] as const;

const INTRODUCTION = `# Fidelity

How the local service (\`pix serve --mock\`) keeps to the interface specification, statement by statement. Each line is the
title of a test over real HTTP in \`test/fidelity/\`.
`;

function sectionText({ title, statements }: Section): string {
  const rows = statements.map(({ says, weDo }) => `- **${says}**${weDo === undefined ? '' : ` ${capitalised(weDo)}.`}`);
  return `### ${title}\n\n${rows.join('\n')}\n`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

for (const { title: chapter, sections } of chapters) {
  describe(chapter, () => {
    for (const { title, statements } of sections) {
      describe(title, () => {
        for (const { says, options, shows } of statements) {
          it(says, async () => {
            expect.hasAssertions();
            await shows(await startTestService({ ...HISTORY, ...options }));
          });
        }
      });
    }
  });
}

it('docs/integrate/fidelity.md shows just these statements', async () => {
  const page = chapters.map(({ title, sections }) => `## ${title}\n\n${sections.map(sectionText).join('\n')}`);
  await expect([INTRODUCTION, ...page].join('\n')).toMatchFileSnapshot('../../docs/integrate/fidelity.md');
});
