import { plainWords } from '../../pix/accents.ts';
import type { Catalogue } from '../text/translate.ts';

/** Words that people type for a command, in both languages, without accents. */
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
  'payments create': 'cobrar cobranca charge invoice qrcode qr receber gerar criar',
  'payments list': 'historico history recebimentos recebidos transacoes transactions list listar cobrancas charges',
  'payouts run': 'lote lotes batch folha payroll bulk remessa',
  'serve --mock': 'simulador servidor server start iniciar sandbox local',
  stats: 'estatisticas resumo summary graficos',
  sync: 'sincronizar atualizar',
  'withdraw create': 'enviar envio send pagar pay transferir transfer transferencia sacar saque ted pix wire payout',
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
  { usage }: Catalogue,
): string {
  const word = plainWords(typed);
  if (commandPath === 'pix') {
    if (RETURNS.includes(word)) return usage.noRefunds;
    const [command] = Object.entries(MEANT).find(([, words]) => words.split(' ').includes(word)) ?? [];
    if (command !== undefined) return usage.didYouMean(`pix ${command}`);
  }
  return spelledLike === undefined ? usage.seeHelp(commandPath) : usage.didYouMean(spelledLike);
}
