type Paint = (text: string) => string;

export interface Palette {
  readonly heading: Paint;
  readonly label: Paint;
  readonly good: Paint;
  readonly waiting: Paint;
  readonly bad: Paint;
  /** For a local service, without real money. */
  readonly local: Paint;
  /** For what must not be overlooked. */
  readonly alarm: Paint;
}

const plain: Paint = (text) => text;

export const WITHOUT_COLOURS: Palette = {
  heading: plain,
  label: plain,
  good: plain,
  waiting: plain,
  bad: plain,
  local: plain,
  alarm: plain,
};

export async function colours(): Promise<Palette> {
  const { Chalk } = await import('chalk');
  // The basic sixteen colours follow the terminal's theme, dark or light.
  const chalk = new Chalk({ level: 1 });
  return {
    heading: chalk.bold,
    label: chalk.dim,
    good: chalk.green,
    waiting: chalk.yellow,
    bad: chalk.red,
    local: chalk.magenta,
    alarm: chalk.red.bold.inverse,
  };
}
