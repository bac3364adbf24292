import type { Complaint } from '../../errors/command-error.ts';
import type { errors as english } from '../en/errors.ts';

export const errors: typeof english = {
  interrupted: { message: 'interrompido' },
  interruptedAtQuestion: { message: 'interrompido na pergunta; nada foi executado' },
  fileCauses: {
    ENOENT: 'não há tal arquivo ou pasta',
    ENOTDIR: 'parte do caminho não é uma pasta',
    EISDIR: 'é uma pasta',
    EACCES: 'sem permissão',
    EPERM: 'o sistema não permite',
    EROFS: 'fica num lugar onde não se pode gravar',
    ENOSPC: 'não há mais espaço',
    EDQUOT: 'a cota se esgotou',
  },
  outputUnread: 'ninguém mais lê a saída',
  outputLost: (reason) => ({
    message: `a saída não pôde ser escrita por inteiro: ${reason}`,
    hint: 'verifique para onde ela vai e repita o comando',
  }),
  createdUntold: (id, amount, reason) => ({
    message: `${id}, de ${amount}, FOI CRIADO, e não foi possível informar até o fim: ${reason}`,
    hint: 'não repita o comando; consulte pelo id',
  }),
  unexpected: (message) => ({
    message: `algo deu errado dentro do pix: ${message}`,
    hint: 'repita com --verbose e relate o que aparece',
  }),
  contractBroken: (path, expected) => ({
    message:
      path === ''
        ? `o serviço respondeu algo que não é a resposta documentada: ${expected}`
        : `o serviço respondeu algo que não é a resposta documentada, em ${path}: ${expected}`,
    hint: 'é o endereço do serviço? veja: pix auth status',
  }),
  redirectRefused: (target) => ({
    message: `o serviço aponta para outro lugar, e a chave não vai atrás: ${target}`,
    hint: 'informe o endereço certo com --base-url ou pix auth login',
  }),
  serverFailed: (status) => ({
    message: `o serviço falhou (HTTP ${status})`,
    hint: 'tente mais tarde; --verbose mostra o que foi pedido',
  }),
  refused: (status, code) => ({
    message: `o serviço recusou (HTTP ${status}, ${code})`,
    hint: '--verbose mostra o que foi pedido',
  }),
  serviceSays: (words) => `— o serviço diz: ${words}`,
  fileExists: (path) => ({
    message: `${path} já existe, e fica como está`,
    hint: 'escolha outro arquivo, ou substitua com --force',
  }),
  fileUnwritable: (path, reason) => ({
    message: `não foi possível escrever ${path}: ${reason}`,
    hint: 'confira a pasta, as permissões e o espaço livre',
  }),
  stateFolderUnwritable: (path: string, reason: string): Complaint => ({
    message: `não foi possível usar a pasta em que o pix guarda o que precisa lembrar: ${reason}`,
    hint: `verifique o dono e o espaço livre de ${path}, ou escolha outro lugar com PIX_CONFIG_DIR`,
  }),
  notFound: {
    payment: (id) => ({
      message: `não há pagamento com o id ${id}`,
      hint: 'confira o id; saques se consultam com: pix withdraw get',
    }),
    withdrawal: (id) => ({
      message: `não há saque com o id ${id}`,
      hint: 'confira o id; pagamentos se consultam com: pix payments get',
    }),
    dispute: (paymentId) => ({
      message: `não há contestação sobre um pagamento com o id ${paymentId}`,
      hint: `confira o id; uma contestação se abre com: pix mock dispute open ${paymentId}`,
    }),
    account: (account) => ({
      message: `não há conta "${account}"`,
      hint: 'as contas de um serviço local novo são: demo, other',
    }),
  },
};
