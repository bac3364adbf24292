import type { ErrorText } from '../../errors/command-error.ts';
import type { errors as english } from '../en/errors.ts';
import { count } from './numbers.ts';

export const errors: typeof english = {
  interrupted: { message: 'interrompido' },
  interruptedAtQuestion: { message: 'cancelado na pergunta; nada foi executado' },
  fileCauses: {
    ENOENT: 'arquivo ou pasta não encontrado',
    ENOTDIR: 'parte do caminho não é uma pasta',
    EISDIR: 'é uma pasta',
    EACCES: 'sem permissão',
    EPERM: 'o sistema não permite',
    EBUSY: 'está aberto em outro programa; feche-o lá',
    EROFS: 'local somente leitura',
    ENOSPC: 'sem espaço livre',
    EDQUOT: 'cota esgotada',
  },
  databaseCauses: {
    3: 'sem permissão',
    5: 'outro processo está usando o arquivo',
    6: 'outro processo está usando o arquivo',
    8: 'o arquivo é somente leitura',
    10: 'o disco informou um erro',
    11: 'o arquivo está danificado',
    13: 'sem espaço livre',
    14: 'não foi possível abrir o arquivo',
    23: 'sem permissão',
    26: 'o arquivo não é um banco de dados',
  },
  databaseRefusals: {
    locked: 'outro processo está usando o arquivo',
    unreadable: 'não foi possível ler o arquivo',
    foreign: 'o arquivo é de outro programa',
    newer: 'um pix mais novo gravou o arquivo',
  },
  outputUnread: 'a saída foi fechada',
  outputLost: (reason) => ({
    message: `a saída foi interrompida: ${reason}`,
    hint: 'verifique o destino e repita o comando',
  }),
  createdUnreported: (id, amount, reason) => ({
    message: `${id}, de ${amount}, FOI CRIADO, mas a saída foi interrompida: ${reason}`,
    hint: 'não repita o comando; consulte pelo ID',
  }),
  sqliteMissing: (version) => ({
    message: `o Node ${version} não traz SQLite, e este comando grava dados; nada foi feito`,
    hint: 'use o Node 22.13 ou mais recente, ou instale-o ao lado do pix: npm install -g @photostructure/sqlite',
  }),
  unexpected: (message) => ({
    message: `erro interno do pix: ${message}`,
    hint: 'repita o comando com --verbose e relate o que aparece',
  }),
  contractBroken: (path, expected) => ({
    message:
      path === ''
        ? `resposta inesperada do serviço: ${expected}`
        : `resposta inesperada do serviço, em ${path}: ${expected}`,
    hint: 'é o endereço do serviço? veja: pix auth status',
  }),
  redirectRefused: (target) => ({
    message: `o serviço redirecionou para outro endereço; a chave não foi enviada: ${target}`,
    hint: 'informe o endereço certo com --base-url ou pix auth login',
  }),
  serverFailed: (status) => ({
    message: `o serviço falhou (HTTP ${status})`,
    hint: 'tente mais tarde; --verbose mostra a requisição',
  }),
  refused: (status, code) => ({
    message: `o serviço recusou (HTTP ${status}, ${code})`,
    hint: '--verbose mostra a requisição',
  }),
  serviceSays: (words) => `(mensagem do serviço: ${words})`,
  fileExists: (path) => ({
    message: `${path} já existe e não foi alterado`,
    hint: 'escolha outro arquivo, ou substitua com --force',
  }),
  tooManyRows: (maximum) => ({
    message: `uma planilha do Excel comporta ${count(maximum)} linhas, e há mais do que isso`,
    hint: 'grave em CSV: --out ARQUIVO.csv',
  }),
  workbookNeedsOut: {
    message: 'uma planilha .xlsx só pode ser gravada em arquivo',
    hint: 'informe o nome: --out ARQUIVO.xlsx',
  },
  fileUnwritable: (path, reason) => ({
    message: `não foi possível gravar ${path}: ${reason}`,
    hint: 'confira a pasta, as permissões e o espaço livre',
  }),
  stateFolderUnwritable: (path: string, reason: string): ErrorText => ({
    message: `não foi possível usar a pasta de dados do pix: ${reason}`,
    hint: `confira dono e espaço livre de ${path}, ou escolha outra pasta com PIX_CONFIG_DIR`,
  }),
  completedId: (typed, id) => `${typed} é ${id}`,
  ambiguousId: (typed, ids) => ({
    message: `vários IDs começam com "${typed}": ${ids.join(', ')}`,
    hint: 'digite mais caracteres',
  }),
  findPart: (typed) => `para procurar por qualquer código, nome ou valor: pix find ${typed}`,
  notFound: {
    payment: (id) => ({
      message: `cobrança não encontrada: ${id}`,
      hint: 'para Pix enviados: pix withdraw get; para procurar por qualquer código: pix find',
    }),
    withdrawal: (id) => ({
      message: `Pix enviado não encontrado: ${id}`,
      hint: 'para cobranças: pix payments get; para procurar por qualquer código: pix find',
    }),
    dispute: (paymentId) => ({
      message: `nenhuma contestação encontrada para a cobrança ${paymentId}`,
      hint: `confira o ID, ou abra uma contestação com: pix mock dispute open ${paymentId}`,
    }),
    account: (account) => ({
      message: `conta não encontrada: "${account}"`,
      hint: 'as contas de um serviço local novo são: demo, other',
    }),
  },
};
