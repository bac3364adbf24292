import { failure } from '../../errors/command-error.ts';
import type { errors as english } from '../en/errors.ts';
import { count } from './numbers.ts';
import { inPortuguese } from '../../../contract/words/pairs.ts';
import { FILE_CAUSES, DATABASE_CAUSES, DATABASE_REFUSALS } from '../labels.ts';

const DISK_HINT = 'libere espaço no disco ou verifique o disco; depois repita o comando';

export const errors: typeof english = {
  interrupted: { message: 'interrompido' },
  cancelled: { message: 'cancelado; nada foi enviado' },
  folderNotFound: 'pasta não encontrada',
  fileCauses: inPortuguese(FILE_CAUSES),
  databaseCauses: inPortuguese(DATABASE_CAUSES),
  databaseRefusals: inPortuguese(DATABASE_REFUSALS),
  outputUnread: 'a saída foi fechada',
  outputLost: (reason) => failure(`a saída foi interrompida: ${reason}`, 'verifique o destino e repita o comando'),
  createdUnreported: (id, amount, reason) =>
    failure(
      `${id}, de ${amount}, FOI CRIADO, mas a saída foi interrompida: ${reason}`,
      'não repita o comando; consulte pelo ID',
    ),
  sqliteMissing: (version) =>
    failure(
      `o Node ${version} não traz SQLite, e este comando grava dados; nada foi feito`,
      'use o Node 22.13 ou mais recente, ou instale-o ao lado do pix: npm install -g @photostructure/sqlite',
    ),
  diskHint: DISK_HINT,
  diskFailed: (reason) => failure(`não foi possível gravar no disco: ${reason}`, DISK_HINT),
  unexpected: (message) =>
    failure(`erro interno do pix: ${message}`, 'repita o comando com --verbose e relate o que aparece'),
  contractBroken: (path, expected) =>
    failure(
      `resposta inesperada do serviço${path === '' ? '' : `, em ${path}`}: ${expected.replace(/^expected/, 'esperava-se')}`,
      'é o endereço do serviço? veja: pix auth status',
    ),
  redirectRefused: (target) =>
    failure(
      `o serviço redirecionou para outro endereço; a chave não foi enviada: ${target}`,
      'informe o endereço certo com --base-url ou pix auth login',
    ),
  serverFailed: (status) =>
    failure(`o serviço falhou (HTTP ${status})`, 'tente mais tarde; --verbose mostra a requisição'),
  refused: (status, code) => failure(`o serviço recusou (HTTP ${status}, ${code})`, '--verbose mostra a requisição'),
  serviceSays: (words) => `(mensagem do serviço: ${words})`,
  fileExists: (path) =>
    failure(`${path} já existe e não foi alterado`, 'escolha outro arquivo, ou substitua com --force'),
  tooManyRows: (maximum) =>
    failure(
      `uma planilha do Excel comporta ${count(maximum)} linhas, e há mais do que isso`,
      'grave em CSV: --out ARQUIVO.csv',
    ),
  workbookNeedsOut: failure('uma planilha .xlsx só pode ser gravada em arquivo', 'informe o nome: --out ARQUIVO.xlsx'),
  fileUnwritable: (path, reason) =>
    failure(`não foi possível gravar ${path}: ${reason}`, 'confira a pasta, as permissões e o espaço livre'),
  stateFolderUnwritable: (path: string, reason: string) =>
    failure(
      `não foi possível usar a pasta de dados do pix: ${reason}`,
      `confira dono e espaço livre de ${path}, ou escolha outra pasta com PIX_CONFIG_DIR`,
    ),
  ambiguousId: (typed, ids) =>
    failure(`vários IDs começam ou terminam com "${typed}": ${ids.join(', ')}`, 'digite mais caracteres'),
  isRun: (runId) => failure(`${runId} é um lote de pagamentos`, `veja-o com: pix payouts status ${runId}`),
  findPart: (typed) => `para procurar por qualquer código, nome ou valor: pix find ${typed}`,
  notFound: {
    payment: (id) =>
      failure(
        `cobrança não encontrada: ${id}`,
        'para Pix enviados: pix withdraw get; para procurar por qualquer código: pix find',
      ),
    withdrawal: (id) =>
      failure(
        `Pix enviado não encontrado: ${id}`,
        'para cobranças: pix payments get; para procurar por qualquer código: pix find',
      ),
    dispute: (paymentId) =>
      failure(
        `nenhuma contestação encontrada para a cobrança ${paymentId}`,
        `confira o ID, ou abra uma contestação com: pix mock dispute open ${paymentId}`,
      ),
    webhook: (id) => failure(`nenhum endereço tem o ID ${id}`, 'veja: pix mock webhooks list'),
    event: (id) =>
      failure(`nenhum evento ${id} foi enviado a um endereço cadastrado`, 'veja: pix mock webhooks deliveries'),
    entry: (id) =>
      failure(`nenhuma cobrança e nenhum envio encontrado: ${id}`, 'para buscar por qualquer código: pix find'),
    account: (account) =>
      failure(`conta não encontrada: "${account}"`, 'as contas de um serviço local novo são: demo, other'),
  },
};
