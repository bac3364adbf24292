import { words } from '../../../contract/words/pt-br.ts';
import { failure } from '../../errors/command-error.ts';
import type { mock as english } from '../en/mock.ts';

export const mock: typeof english = {
  help: {
    commands: {
      activate: 'Ativa uma cobrança, para que possa ser paga',
      pay: 'Paga uma cobrança: o dinheiro é creditado',
      expire: 'Expira uma cobrança',
      settle: 'Conclui um envio em processamento',
      fail: 'Faz falhar um envio em processamento: o dinheiro volta',
      deposit: 'Cria uma cobrança e a paga na hora',
      dispute: 'Abre e decide contestações (MED) de cobranças pagas',
      disputeOpen: 'Abre uma contestação: o valor fica bloqueado',
      disputeAccept: 'Aceita uma contestação: o valor sai do saldo',
      disputeRefuse: 'Recusa uma contestação: o valor é liberado',
      account: 'Mostra e ajusta como uma conta se comporta',
      accountOpen: 'Abre uma conta própria para um teste, com dinheiro e chave',
      accountShow: 'Mostra como uma conta se comporta e o seu dinheiro',
      accountList: 'Lista as contas e o dinheiro delas',
      accountSet: 'Altera como uma conta se comporta; o resto não muda',
      ledger: 'Mostra o que uma cobrança ou um envio movimentou',
      inbox: 'Mostra os códigos de verificação que iriam por e-mail',
      advance: 'Adianta o relógio do serviço ou de uma conta',
      faults: 'Simula falhas de requisições',
      faultsAdd: 'Faz falhar as requisições que corresponderem',
      faultsList: 'Mostra as falhas e quantas vezes cada uma disparou',
      faultsClear: 'Remove todas as falhas e mostra as últimas contagens',
      webhooks: 'Envia as mudanças de status ao seu programa; convenção nossa',
      webhooksAdd: 'Envia cada mudança de status a um endereço',
      webhooksList: 'Mostra os endereços e quantos eventos aguardam em cada um',
      webhooksRemove: 'Deixa de enviar a um endereço',
      webhooksDeliveries: 'Mostra o que foi enviado e as respostas',
      webhooksResend: 'Envia um evento mais uma vez e mostra a resposta',
      requests: 'Mostra as requisições e as respostas',
      verify: 'Confere as invariantes do livro-razão; código de saída 1 se alguma for violada',
      snapshot: 'Grava todo o estado num arquivo',
      restore: 'Troca o estado atual pelo de um arquivo',
      world: 'Grava tudo como um mundo, ponto de partida de um serviço',
      worldExport: 'Grava tudo o que está guardado num arquivo para --seed-file',
      reset: 'Volta ao estado inicial',
    },
    options: {
      paymentId: { value: 'id', description: 'ID da cobrança' },
      withdrawalId: { value: 'id', description: 'ID do envio' },
      entryId: { value: 'id', description: 'ID da cobrança ou do envio' },
      reason: { value: 'código', description: 'código de recusa da rede Pix (padrão AC03)' },
      amount: { value: 'valor', description: 'valor em reais: 100,00' },
      account: { value: 'conta', description: 'a conta (padrão demo)' },
      balance: { value: 'valor', description: 'o saldo inicial, em reais (padrão 5.000,00)' },
      instant: 'envios são concluídos na hora',
      settleAfter: {
        value: 'duração|never',
        description: 'quando os demais envios são liquidados: 90s, 2h, ou never (nunca sozinhos)',
      },
      settleAs: { value: 'completed|código', description: 'como são liquidados: completed, ou um código de recusa' },
      transferSecurity: 'envios exigem um código de verificação',
      oneAtATime: 'um envio é recusado enquanto outro está em processamento',
      blocked: 'a conta está bloqueada',
      cache: 'as listas dela são repetidas por um minuto, se o serviço repete listas',
      dailyLimit: { value: 'valor', description: 'limite diário, em reais' },
      monthlyLimit: { value: 'valor', description: 'limite mensal, em reais' },
      perTransaction: { value: 'valor', description: 'limite por envio, em reais' },
      fee: { value: 'valor', description: 'tarifa por transação, em reais' },
      duration: { value: 'duração', description: 'quanto: 90s, 2h, 3d' },
      clockAccount: { value: 'conta', description: 'só o relógio desta conta (padrão: o de todo o serviço)' },
      on: {
        value: '"método caminho"',
        description:
          'requisições que falham: "POST /api/v1/withdraw/create"; {id} vale por um segmento, * por qualquer coisa',
      },
      faultAccount: {
        value: 'conta',
        description: 'só para requisições com uma chave desta conta (padrão: de qualquer uma)',
      },
      faultKind: 'tipo',
      fault: 'o que acontece; reset-after, truncate, malformed e hang falham depois de processar a requisição',
      times: { value: 'número', description: 'quantas vezes dispara (padrão: sem limite)' },
      after: { value: 'número', description: 'requisições que passam antes (padrão 0)' },
      probability: { value: '0..1', description: 'probabilidade de disparar, sorteada pela semente (padrão 1)' },
      delay: { value: 'duração', description: 'tempo real antes da resposta: 500ms, 2s; obrigatório para latency' },
      webhookUrl: { value: 'url', description: 'para onde: http://127.0.0.1:3000/pix' },
      webhookSecret: { value: 'segredo', description: 'assina o que é enviado (padrão: o segredo do serviço)' },
      webhookAccount: { value: 'conta', description: 'só mudanças desta conta (padrão: de qualquer uma)' },
      webhookId: { value: 'id', description: 'ID do endereço, como mostra "list"' },
      deliveriesOf: { value: 'id', description: 'só as deste evento, desta cobrança ou deste envio' },
      eventId: { value: 'id', description: 'ID do evento, como mostra "deliveries": evt_…' },
      follow: 'continua mostrando as requisições conforme chegam',
      snapshotFile: { value: 'arquivo', description: 'o arquivo a gravar' },
      restoreFile: { value: 'arquivo', description: 'um arquivo que snapshot gravou' },
      force: 'substitui o arquivo se ele existir',
    },
  },
  nothingToSet: failure`nenhuma alteração informada \n veja: pix mock account set --help`,
  invalidOn: (typed) => failure`
    valor inválido para --on: "${typed}"
    é um método e um caminho da API: --on "POST /api/v1/withdraw/create"; * vale por qualquer um`,
  onAndFault: failure`--on e --fault são obrigatórios \n pix mock faults add --on "GET *" --fault status-500`,
  latencyRequiresDelay: failure`latency exige --delay \n acrescente: --delay 2s`,
  invalidProbability: (typed) => failure`
    valor inválido para --probability: "${typed}"
    use um número de 0 a 1, como 0.25`,
  never: 'nunca',
  advanced: (account, duration, now) =>
    `Relógio ${account === undefined ? 'do serviço' : `da conta ${account}`} adiantado em ${duration}: ${now}`,
  emptyInbox: 'Nenhum código de verificação foi enviado.',
  nothingMoved: 'Ainda não movimentou nada.',
  noFaults: 'Nenhuma falha.',
  noRequests: 'Nenhuma requisição ainda.',
  noWebhooks: 'Nenhum endereço.',
  noDeliveries: 'Nada foi enviado ainda.',
  outgoing: 'enviada',
  noAnswer: 'sem resposta',
  holds: 'ok',
  broken: 'VIOLADA',
  invariants: words.invariants,
  allHold: (count) => `Todas as ${count} invariantes conferem.`,
  invariantBroken: (names) => failure`
    o livro-razão está inconsistente: ${names.join('; ')}
    isso é um erro do serviço local: guarde o estado (pix mock snapshot ARQUIVO) e relate-o`,
  dataDamaged: failure`
    os dados do serviço estão danificados: algo gravou no arquivo, ou o disco falhou
    pare o serviço, guarde uma cópia do arquivo, inicie com um novo (--data NOVO.db) e restaure o último snapshot`,
  invalidFault: (typed: string) => failure`
    valor inválido "${typed}" para --fault
    informe o tipo e as opções, como em "pix mock faults add": --fault "reset-after --times 1"`,
  fileUnreadable: (path, reason) => failure`
    não foi possível ler ${path}: ${reason}
    deve ser um arquivo gravado por "pix mock snapshot"`,
  saved: (path) => `Estado gravado em ${path}.`,
  restored: (path) => `Estado restaurado de ${path}.`,
  reset: (seed) => `Estado inicial restaurado, com a semente ${seed}.`,
};
