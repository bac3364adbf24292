import { DESCRIPTION_CHARACTERS_MAXIMUM } from '../../../contract/limits.ts';
import type { Complaint } from '../../errors/command-error.ts';
import type { withdraw as english } from '../en/withdraw.ts';

export const withdraw: typeof english = {
  help: {
    commands: {
      group: 'Enviar dinheiro a uma chave Pix, listar e consultar saques',
      create: 'Envia dinheiro do saldo a uma chave Pix',
      requestCode: 'Pede ao serviço que envie por e-mail o código de verificação de um saque',
      list: 'Lista saques, do mais novo ao mais antigo',
      get: 'Mostra um saque',
      receipt: 'Faz o comprovante de um saque concluído',
    },
    options: {
      id: { value: 'id', description: 'id do saque' },
      amount: { value: 'valor', description: 'valor em reais: 25,00; no mínimo 5,00' },
      pixKey: { value: 'chave', description: 'chave Pix de quem recebe' },
      pixKeyType: { value: 'tipo', description: 'CPF, CNPJ, EMAIL, PHONE ou RANDOM; deduzido da chave quando é certo' },
      forceKey: 'aceita uma chave de forma correta mesmo com dígitos verificadores errados',
      description: {
        value: 'texto',
        description: `uma nota no saque, no máximo ${DESCRIPTION_CHARACTERS_MAXIMUM} caracteres`,
      },
      coverFee: 'quem recebe fica com o valor inteiro; a tarifa sai do saldo por fora',
      code: {
        value: 'código',
        description: 'código de verificação, quando a conta pede um (pix withdraw request-code)',
      },
      yes: 'não pede confirmação',
      dryRun: 'mostra o que aconteceria e não envia nada',
      wait: 'espera até o saque ser concluído ou falhar',
      waitGet: 'espera até o saque ser concluído ou falhar (saída 1)',
      out: { value: 'arquivo', description: 'grava neste arquivo, que termina em .txt ou .html' },
      newReference: 'envia mesmo que a referência pareça ser uma anterior que uma planilha alterou',
      reference: {
        value: 'referência',
        description: 'o seu nome para este pagamento: repetir o comando mostra o saque e não envia nada',
      },
    },
  },
  fields: {
    fee: 'Tarifa',
    sent: 'Enviado',
    'metadata.fee': 'Tarifa',
    'metadata.sent': 'Enviado',
    coverFee: 'Tarifa por fora',
    balance: 'Saldo agora',
  },
  prompts: {
    amount: 'Valor em reais',
    verificationCode: 'Código de verificação',
    sendNow: (amount, key) => `Enviar ${amount} para ${key} agora?`,
  },
  plan: {
    from: 'De',
    to: 'Para',
    arrives: 'Chega',
    fee: 'Tarifa',
    leaves: 'Sai do saldo',
    remains: 'Resta',
    description: 'Descrição',
  },
  needsYes: {
    message: 'não há quem confirme, então nenhum dinheiro se move; nada foi enviado',
    hint: 'acrescente --yes para enviar, ou --dry-run para ver o que aconteceria',
  },
  cancelled: { message: 'cancelado; nada foi enviado' },
  rehearsed: 'Só um ensaio (--dry-run): nada foi enviado.',
  balanceUnchecked: 'A chave não pode ler o saldo: saldo, limites e tarifa não puderam ser conferidos antes.',
  invalidCode: { message: 'isso não é um código de verificação', hint: 'são quatro a doze letras ou dígitos' },
  codeSent: (expires) =>
    `Um código de verificação para este exato valor foi enviado por e-mail ao titular da conta. Ele expira: ${expires}`,
  codeNotRequested: 'O serviço não envia códigos a pedido: use um que tenha recebido dele de outra forma.',
  feeEatsAmount: (fee) => ({
    message: `nada chegaria: a tarifa de ${fee} sai do valor`,
    hint: 'escolha um valor maior, ou deixe a tarifa por fora: --cover-fee',
  }),
  differs: (amount, key) =>
    `CONFIRA ESTE SAQUE: o serviço diz que ${amount} saem do saldo, para ${key}; não é o que foi pedido.`,
  waiting: 'Esperando o saque ser concluído. Ctrl-C para de esperar, não o saque.',
  notFollowed: (id, reason) => ({
    message: `o saque ${id} foi criado, mas não acompanhado até o fim: ${reason}`,
    hint: `não repita o comando; veja como terminou com: pix withdraw get ${id}`,
  }),
  failed: (reason) => ({
    message: `o saque falhou: ${reason}`,
    hint: 'o dinheiro voltou ao saldo; confira quem recebe antes de tentar de novo',
  }),
  completed: 'Pronto: o dinheiro foi enviado.',
  pending: (id) => `Criado, e ainda não concluído. Acompanhe com: pix withdraw get ${id}`,
  waitingForEnd: 'Esperando o saque ser concluído ou falhar. Ctrl-C só encerra a espera.',
  outcomeUnknown: (reason: string, amount: string, key: string, runId: string): Complaint => ({
    message: `O DINHEIRO PODE TER SAÍDO: ninguém sabe se ${amount} foi para ${key} (${reason})`,
    hint: `não repita o comando; espere 60 segundos (listas podem ter essa idade) e esclareça com "pix payouts resume ${runId}", ou procure ${amount} para ${key} em: pix withdraw list -L 5`,
  }),
  provenAbsent: (amount: string, key: string, runId: string): Complaint => ({
    message: `a resposta se perdeu, e o serviço não tem saque de ${amount} para ${key}: não foi realizado`,
    hint: `para enviar de novo: pix payouts resume ${runId} --resend-proven-absent; para deixar assim: pix payouts resolve ${runId} 1 --not-paid`,
  }),
  answeredOther: (id: string) => `o serviço respondeu com outro saque, diferente do pedido: ${id}`,
  answeredEarlier: (id: string) =>
    `o serviço respondeu com um saque que já existia antes do pedido, ou que é de outro pagamento: ${id}`,
  found: (id: string) => `A resposta se perdeu, e o saque foi encontrado: ${id}.`,
  sentBefore: (reference: string, id: string) =>
    `A referência "${reference}" já foi enviada antes, como ${id}; nada foi enviado agora.`,
  referenceInUse: (reference: string): Complaint => ({
    message: `outro comando está enviando a referência "${reference}" neste momento; nada foi enviado`,
    hint: 'espere por ele e repita o comando: ele mostra o resultado',
  }),
  referenceTaken: (reference: string, amount: string, key: string): Complaint => ({
    message: `a referência "${reference}" é de outro pagamento: ${amount} para ${key}; nada foi enviado`,
    hint: 'use uma referência própria para cada pagamento; veja: pix payouts list',
  }),
  referenceRewritten: (reference: string, earlier: string, runId: string, when: string): Complaint => ({
    message: `a mesma chave e o mesmo valor já foram enviados como "${earlier}" em ${runId} (${when}), e uma planilha pode ter transformado essa referência em "${reference}"; nada foi enviado`,
    hint: `use a referência "${earlier}" para esse pagamento; se este é novo: --new-reference`,
  }),
  paidLately: (runId: string, when: string) =>
    `nota: a referência é nova, mas a mesma chave e o mesmo valor já foram enviados em ${runId} (${when}).`,
  refusedLately: (runId: string) =>
    `nota: o serviço recusou a mesma chave e o mesmo valor há poucos minutos (${runId}); se esse pedido foi duplicado no caminho, a cópia ainda pode ser paga.`,
  invalidReference: {
    message: 'isso não é uma referência',
    hint: 'são de um a 200 caracteres, sem quebras de linha',
  },
  moneyIsBack: (advice: string) => `${advice}; o dinheiro voltou para o saldo`,
  untold: (id: string, amount: string) => `${id}, de ${amount}, foi criado, embora ninguém leia a saída.`,
  receipt: {
    titles: {
      paid: 'Comprovante: Pix enviado',
      pending: 'NÃO É COMPROVANTE: este saque não foi concluído',
      failed: 'NÃO É COMPROVANTE: este saque FALHOU',
    },
    remarks: {
      paid: 'O serviço informa que este saque foi concluído.',
      pending: 'Nada prova ainda que o dinheiro chegou. Peça o comprovante quando o saque for concluído.',
      failed: 'Nenhum dinheiro foi enviado.',
    },
    labels: {
      service: 'Serviço',
      issuedAt: 'Emitido em',
      status: 'Status',
      id: 'Saque',
      endToEndId: 'Id fim a fim',
      value: 'Saiu do saldo',
      fee: 'Tarifa',
      sent: 'Valor enviado',
      notSent: 'A enviar',
    },
    written: (path) => `Gravado em ${path}`,
    notPaid: 'Este saque não foi concluído: o que foi feito não é comprovante, e diz isso.',
    unknownEnding: (file) => ({
      message: `${file} não é texto nem página`,
      hint: 'escolha um arquivo que termine em .txt ou .html',
    }),
  },
};
