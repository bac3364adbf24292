import { CommanderError, type Command } from 'commander';
import type { MaskedKeys } from '../context/screen.ts';
import { describeFailure, withServiceWords, type Failure } from './failure.ts';
import { escapeControlsInJson, singleLine, withoutControls } from '../output/text-width.ts';
import { messageLines } from '../output/status-line.ts';
import type { OutputStream, Host } from '../context/host.ts';
import type { Catalogue } from '../text/translate.ts';
import { EXIT } from './command-error.ts';
import { plainWords } from '../../pix/accents.ts';

/** What a report needs to know of the command line. */
export interface Reporting {
  readonly host: Host;
  readonly program: Command;
  readonly text: Catalogue;
  readonly format: 'json' | 'text';
  readonly isVerbose: boolean;
  readonly maskedKeys: MaskedKeys;
}

/** Prints an error on stderr: a message, a hint, and with `--verbose` the stack. @returns the exit code */
export function reportFailure(error: unknown, reporting: Reporting): number {
  const { host, program, text, format, isVerbose, maskedKeys } = reporting;
  const described =
    error instanceof CommanderError ? usageFailure(error, commandOf(program), text) : describeFailure(error, text);
  const said = format === 'json' || isVerbose ? described.serviceMessage : undefined;
  const failure = { ...described, message: withServiceWords(described.message, said, text) };
  const lines = [
    ...(format === 'json' ? [jsonLine(failure)] : textLines(failure, host.stderr, text)),
    ...(isVerbose && failure.isNoError === undefined ? [withoutControls(stackOf(error))] : []),
  ];
  // The terminal has printed ^C on the current line.
  const start = failure.code === 'interrupted' && host.stderr.isTerminal ? '\n' : '';
  host.stderr.write(maskedKeys.mask(start + lines.map((line) => `${line}\n`).join('')));
  return failure.exitCode;
}

function textLines({ message, hint, isNoError }: Failure, stderr: OutputStream, text: Catalogue): string[] {
  if (isNoError === 'watched') return [];
  return [
    isNoError === undefined ? `${text.words.error}: ${singleLine(message)}` : sentencesOf(singleLine(message)),
    ...(hint === undefined ? [] : [`${text.words.hint}: ${singleLine(hint)}`]),
  ].flatMap((line) => messageLines(line, stderr));
}

/** `cancelled; nothing was sent` → `Cancelled. Nothing was sent.` */
function sentencesOf(message: string): string {
  return message
    .split('; ')
    .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}.`)
    .join(' ');
}

function jsonLine({ code, message, status, hint, details }: Failure): string {
  return escapeControlsInJson(JSON.stringify({ error: { code, message, status, hint, details } }));
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? error.message;
  return error.cause === undefined ? own : `${own}\n[cause] ${stackOf(error.cause)}`;
}

/** The command as far as its names are valid: `pix payments list`. Commander leaves each command what follows its name. */
function commandOf(program: Command): UsedCommand {
  const names = [program.name()];
  let command = program;
  for (;;) {
    const [word = ''] = command.args;
    const inner = command.commands.find((known) => known.name() === word || known.aliases().includes(word));
    if (inner === undefined) break;
    command = inner;
    names.push(command.name());
  }
  const path = names.join(' ');
  const taken = command.registeredArguments;
  // Not as in help: a shell would read from a file where it sees `<`.
  const usage = [path, ...taken.filter(({ required }) => required).map((one) => one.name().toUpperCase())].join(' ');
  return { path, usage, unexpected: command.args[taken.length] ?? '' };
}

interface UsedCommand {
  /** `pix payments list` */
  readonly path: string;
  /** With what it needs, ready to be pasted: `pix find TEXT` */
  readonly usage: string;
  /** The first argument that it does not take. */
  readonly unexpected: string;
}

/** An error of commander in the person's language: commander only knows English. */
function usageFailure({ code, message }: CommanderError, used: UsedCommand, text: Catalogue): Failure {
  const [, quoted = ''] = /'([^']*)'/.exec(message) ?? [];
  const subject = code === 'commander.excessArguments' ? used.unexpected : quoted;
  const [, suggestion] = /\(Did you mean (?:one of )?(.*?)\?\)/s.exec(message) ?? [];
  const name = code.replace('commander.', '');
  const known: Readonly<Record<string, (subject: string) => string>> = text.usage.commander;
  const otherHint = suggestion === undefined ? text.usage.seeHelp(used.path) : text.usage.didYouMean(suggestion);
  const hints: Readonly<Record<string, string | undefined>> = {
    unknownCommand: unknownCommandHint(subject, used.path, suggestion, text),
    unknownOption: meantBy(used.path, subject, text),
    missingArgument: used.usage,
  };
  return {
    message: known[name]?.(subject) ?? message.replace(/^error: /, ''),
    hint: hints[name] ?? otherHint,
    code: name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    exitCode: EXIT.usage,
  };
}

/** What people type for a command, in both languages, without accents; `/` stands before a word of a group. */
const MEANT: Readonly<Record<string, string>> = {
  'auth login': 'login signin entrar logar conectar acessar',
  'auth logout': 'logout signout sair desconectar',
  'auth status': 'whoami status conta account perfil profile profiles perfis quem',
  'auth switch': 'switch trocar use usar',
  balance: 'saldo limite limites limit limits disponivel available money dinheiro',
  doctor: 'diagnose diagnostico verificar ping test testar',
  'export statement': 'extrato statement ofx',
  export: 'exportar baixar download csv planilha relatorio',
  find: 'buscar busca procurar procura pesquisar pesquisa search consultar localizar lookup e2e endtoendid',
  help: 'ajuda socorro man manual',
  'keys list': 'chave chaves key',
  'mock dispute': 'mock/chargeback mock/contestar mock/contestacao mock/estornar mock/refund',
  'payments create': 'cobrar cobranca charge invoice qrcode qr receber gerar criar',
  'payments get': 'payments/show payments/view payments/ver payments/status',
  'payments list': 'historico history recebimentos recebidos transacoes transactions list listar cobrancas charges',
  'payouts check': 'payouts/plan payouts/validate payouts/validar payouts/conferir payouts/run/--dry-run',
  'payouts run': 'lote lotes batch folha payroll bulk remessa payouts/pay payouts/pagar payouts/send payouts/create',
  'payouts status': 'payouts/show payouts/get payouts/view payouts/ver',
  'serve --mock': 'simulador servidor server start iniciar sandbox local',
  stats: 'estatisticas resumo summary graficos',
  sync: 'sincronizar atualizar',
  'withdraw create': 'enviar envio send pagar pay transferir transfer transferencia sacar saque ted pix wire payout',
  'withdraw get': 'withdraw/show withdraw/view withdraw/ver withdraw/status',
  'withdraw list': 'enviados envios sent saques',
  'withdraw receipt': 'comprovante comprovantes recibo receipt',
};

/** The API cannot refund, so these words get advice instead. */
const RETURNS = 'refund refunds devolver devolucao estorno estornar reembolso reembolsar reverse chargeback'.split(' ');

/**
 * The hint for an unknown command: first by meaning, then by spelling.
 *
 * @param spelledLike a command whose name differs by one or two letters
 */
export function unknownCommandHint(
  typed: string,
  commandPath: string,
  spelledLike: string | undefined,
  text: Catalogue,
): string {
  const { usage } = text;
  const meant = meantBy(commandPath, typed, text);
  if (meant !== undefined) return meant;
  if (RETURNS.includes(plainWords(typed))) return usage.noRefunds;
  return spelledLike === undefined ? usage.seeHelp(commandPath) : usage.didYouMean(spelledLike);
}

function meantBy(commandPath: string, typed: string, { usage }: Catalogue): string | undefined {
  const path = [...commandPath.split(' ').slice(1), plainWords(typed)].join('/');
  const [command] = Object.entries(MEANT).find(([, words]) => words.split(' ').includes(path)) ?? [];
  return command === undefined ? undefined : usage.didYouMean(`pix ${command}`);
}
