import { POLICY_FORM, type payoutsHelp as english } from '../../en/payouts/help.ts';

export const payoutsHelp: typeof english = {
  commands: {
    check: 'Confere um arquivo e a conta; não envia nada',
    run: 'Paga as linhas de um arquivo; repetir o comando continua de onde parou e nunca paga duas vezes',
    rehearse: 'Paga um arquivo numa réplica da conta: ela vem do índice, e nada é enviado ao serviço',
    resume: 'Retoma um lote e envia o que falta; antes, verifica o que ficou sem confirmação',
    status: 'Mostra a situação de um lote e o que depende de você; sem ID, a do mais recente',
    list: 'Lista os lotes, do mais recente ao mais antigo',
    report: 'Gera o relatório de um lote: o resultado de cada pagamento',
    receipts: 'Grava os comprovantes dos pagamentos de um lote',
    resolve: 'Registra se um pagamento sem confirmação foi feito',
    submit: 'Envia um arquivo conferido para aprovação; não paga nada',
    pending: 'Mostra o que aguarda aprovação ou envio; com um lote, todos os destinatários dele',
    approve: 'Aprova um lote: mostra e assina com a sua chave SSH',
    reject: 'Rejeita um lote que aguarda aprovação: ele não será pago, e o arquivo pode ser enviado de novo',
    policy: 'Define quem envia, quem aprova e o que nunca é pago',
    policyShow: 'Mostra a política e quem a assinou',
    policyInit: 'Pergunta quem envia e quem aprova, e grava a política',
    policySet: 'Define uma política, assinada por um administrador; com a chave SSH dele',
    log: 'Mostra quem fez o quê, e quando',
    timer: 'Grava um timer que retoma um lote na data agendada; não instala nada',
    template: 'Grava um arquivo modelo para preencher',
    journal: 'Mostra, move ou exporta o registro do que foi pago',
    journalStatus: 'Mostra onde está o registro e os lotes em aberto',
    journalMove: 'Move o registro para um banco PostgreSQL, ou de volta; várias máquinas podem usá-lo',
    journalExport: 'Grava todo o registro em NDJSON',
  },
  options: {
    fault: {
      value: '"tipo …"',
      description:
        'faz uma requisição falhar ali: "reset-after --times 1" (como "pix mock faults add"; pode ser repetida)',
    },
    rehearsedAt: {
      value: 'hora',
      description: 'como se fosse esta hora: 2026-12-05, 2026-12-05 08:00 (padrão: agora)',
    },
    file: {
      value: 'arquivo',
      description:
        '.xlsx, CSV, TSV, arquivo com ; como o Excel grava no Brasil, NDJSON ou remessa CNAB 240; - lê a entrada padrão',
    },
    journalTarget: {
      value: 'destino',
      description: 'postgres://USUÁRIO@HOST/BANCO, ou local para a pasta desta máquina',
    },
    sheet: { value: 'nome', description: 'aba de um arquivo .xlsx; padrão: a única com pagamentos' },
    run: { value: 'lote', description: 'ID do lote (pix payouts list)' },
    line: { value: 'linha', description: 'linha do arquivo, como em todas as telas; com --not-paid, várias: 3,7' },
    on: {
      value: 'dia',
      description: 'não envia nada antes desse dia: 05/12/2026, amanhã ou "último dia útil"; depois, retome o lote',
    },
    scheduler: { value: 'systemd|cron|task-scheduler', description: 'quem o inicia (obrigatório)' },
    timerAt: { value: 'hora', description: 'a que horas desse dia, em Brasília (padrão: 09:00)' },
    timerOut: { value: 'pasta', description: 'grava os arquivos aqui, em vez de mostrar na tela' },
    now: 'envia antes da data agendada',
    due: {
      value: 'dia',
      description: 'só as linhas que vencem até esse dia, pela coluna de vencimento: hoje, 05/12/2026',
    },
    onlyValid: 'ignora as linhas com erro e as que podem já ter sido pagas, em vez de recusar o arquivo todo',
    allow: {
      value: 'tipo:código',
      description:
        'permite o que uma recusa mostrou, com as palavras que ela imprime: again, repeated, equal, reference, journal ou absent, e o código (pode repetir)',
    },
    forceKey: 'aceita chaves de formato correto com dígitos verificadores errados',
    noCoverFee: 'desconta a tarifa do valor, mesmo que o perfil ou as linhas indiquem o contrário',
    coverFee:
      'os destinatários recebem o valor integral, e as tarifas são debitadas à parte, mesmo que as linhas indiquem o contrário',
    digest: { value: 'sha256:…', description: 'recusa o arquivo se o hash dele for outro' },
    noAccount: 'confere só o arquivo, sem chave e sem rede',
    rows: 'traz as linhas que seriam pagas e marca os destinatários novos (formatos de máquina)',
    confirmTotal: { value: 'valor', description: 'a soma do arquivo, em reais (obrigatória sem terminal)' },
    yes: 'não pede confirmação',
    noMark: 'não acrescenta o identificador #px… à descrição (sem ele, é mais difícil confirmar um envio sem resposta)',
    wait: 'aguarda até cada envio ser concluído ou falhar',
    lookFor: {
      value: 'duração',
      description:
        'se uma resposta se perder, procura o envio por no máximo esse tempo, como 20s ou 2m (padrão: até ter certeza, uns 3 minutos); o que não for encontrado fica sem confirmação',
    },
    account: {
      value: 'lote|new',
      description: 'a conta que paga, quando o pix não consegue reconhecê-la: a deste lote, ou uma nova (new)',
    },
    refresh: 'consulta no serviço o resultado dos envios em processamento',
    format: {
      value: 'csv|xlsx|excel-br|json|cnab240',
      description: 'padrão: a extensão do arquivo ou, sem arquivo, --output; por fim, csv',
    },
    templateFormat: {
      value: 'csv|xlsx|excel-br',
      description: 'padrão: a extensão do arquivo ou, sem ela, excel-br (em inglês, csv): CSV com ; e vírgula decimal',
    },
    examples: 'inclui linhas de exemplo (apague-as antes de pagar)',
    out: { value: 'arquivo', description: 'grava neste arquivo em vez da saída padrão' },
    retryFile: 'só os pagamentos não realizados, em arquivo pronto para novo envio',
    force: 'substitui o arquivo se ele existir',
    paid: { value: 'id', description: 'foi pago, pelo envio com este ID' },
    notPaid: 'não foi pago; a referência pode ser usada de novo',
    policyOut: { value: 'arquivo', description: 'o arquivo a gravar (padrão: policy.json)' },
    policyFile: { value: 'arquivo', description: `a política, em JSON: ${POLICY_FORM}` },
    reason: { value: 'texto', description: 'o motivo; fica no histórico' },
    verify: 'confere que nenhuma entrada foi alterada ou removida',
    resolveYes: 'não pede confirmação',
  },
};
