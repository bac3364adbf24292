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
      paymentId: '<id> ID da cobrança',
      withdrawalId: '<id> ID do envio',
      entryId: '<id> ID da cobrança ou do envio',
      reason: '<código> código de recusa da rede Pix (padrão AC03)',
      amount: '<valor> valor em reais: 100,00',
      account: '<conta> a conta (padrão demo)',
      balance: '<valor> o saldo inicial, em reais (padrão 5.000,00)',
      instant: 'envios são concluídos na hora',
      settleAfter: '<duração|never> quando os demais envios são liquidados: 90s, 2h, ou never (nunca sozinhos)',
      settleAs: '<completed|código> como são liquidados: completed, ou um código de recusa',
      transferSecurity: 'envios exigem um código de verificação',
      oneAtATime: 'um envio é recusado enquanto outro está em processamento',
      blocked: 'a conta está bloqueada',
      cache: 'as listas dela são repetidas por um minuto, se o serviço repete listas',
      dailyLimit: '<valor> limite diário, em reais',
      monthlyLimit: '<valor> limite mensal, em reais',
      perTransaction: '<valor> limite por envio, em reais',
      fee: '<valor> tarifa por transação, em reais',
      duration: '<duração> quanto: 90s, 2h, 3d',
      clockAccount: '<conta> só o relógio desta conta (padrão: o de todo o serviço)',
      on: '<"método caminho"> requisições que falham: "POST /api/v1/withdraw/create"; {id} vale por um segmento, * por qualquer coisa',
      faultAccount: '<conta> só para requisições com uma chave desta conta (padrão: de qualquer uma)',
      fault: '<tipo> o que acontece; reset-after, truncate, malformed e hang falham depois de processar a requisição',
      times: '<número> quantas vezes dispara (padrão: sem limite)',
      after: '<número> requisições que passam antes (padrão 0)',
      probability: '<0..1> probabilidade de disparar, sorteada pela semente (padrão 1)',
      delay: '<duração> tempo real antes da resposta: 500ms, 2s; obrigatório para latency',
      webhookUrl: '<url> para onde: http://127.0.0.1:3000/pix',
      webhookSecret: '<segredo> assina o que é enviado (padrão: o segredo do serviço)',
      webhookAccount: '<conta> só mudanças desta conta (padrão: de qualquer uma)',
      webhookId: '<id> ID do endereço, como mostra "list"',
      deliveriesOf: '<id> só as deste evento, desta cobrança ou deste envio',
      eventId: '<id> ID do evento, como mostra "deliveries": evt_…',
      follow: 'continua mostrando as requisições conforme chegam',
      snapshotFile: '<arquivo> o arquivo a gravar',
      restoreFile: '<arquivo> um arquivo que snapshot gravou',
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
  notDelivered: (urls) => failure`
    não entregue a ${urls.join(', ')}
    seu programa precisa responder 2xx em até 10 segundos; depois, repita o comando`,
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
  invalidFault: (typed) => failure`
    valor inválido "${typed}" para --fault
    informe o tipo e as opções, como em "pix mock faults add": --fault "reset-after --times 1"`,
  fileUnreadable: (path, reason) => failure`
    não foi possível ler ${path}: ${reason}
    deve ser um arquivo gravado por "pix mock snapshot"`,
  saved: (path) => `Estado gravado em ${path}.`,
  restored: (path) =>
    `Estado restaurado de ${path}. Se o pix esqueceu pagamentos que fez nele, o próximo lote pergunta por eles.`,
  reset: (seed) => `Estado inicial restaurado, com a semente ${seed}.`,
};
