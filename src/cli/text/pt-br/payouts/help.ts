import type { payoutsHelp as english } from '../../en/payouts/help.ts';

export const payoutsHelp: typeof english = {
  commands: {
    group: 'Faz pagamentos em lote a partir de uma planilha, sem duplicidade',
    check: 'Confere um arquivo e a conta; não envia nada',
    run: 'Paga as linhas de um arquivo; repetir o comando continua de onde parou e nunca paga duas vezes',
    resume: 'Retoma um lote: verifica o que ficou sem confirmação e envia o que falta',
    status: 'Mostra a situação de um lote (padrão: o mais recente) e o que depende de você',
    list: 'Lista os lotes, do mais recente ao mais antigo',
    report: 'Gera o relatório de um lote, com o resultado de cada pagamento',
    resolve: 'Registra se um pagamento sem confirmação foi feito ou não',
    template: 'Grava um arquivo modelo para preencher',
    journal: 'Mostra, transfere ou exporta o registro do que foi pago',
    journalStatus: 'Mostra onde está o registro, o tamanho, os lotes em aberto e quem trabalha neles',
    journalMove: 'Transfere o registro para um banco PostgreSQL que várias máquinas usam, ou de volta',
    journalExport: 'Grava todo o registro em NDJSON',
  },
  options: {
    file: {
      value: 'arquivo',
      description: '.xlsx, CSV, TSV, arquivo com ; como o Excel grava no Brasil, ou NDJSON; - lê a entrada padrão',
    },
    journalTarget: {
      value: 'destino',
      description: 'postgres://USUÁRIO@HOST/BANCO, ou local para a pasta desta máquina',
    },
    sheet: { value: 'nome', description: 'aba de um arquivo .xlsx; padrão: a única com pagamentos' },
    run: { value: 'lote', description: 'ID do lote (pix payouts list)' },
    row: { value: 'número', description: 'número do pagamento no arquivo, a partir de 1, sem contar o cabeçalho' },
    onlyValid: 'ignora as linhas com erro e as que podem já ter sido pagas, em vez de recusar o arquivo todo',
    allowDuplicates: 'paga linhas com a mesma chave e o mesmo valor de outra linha',
    allowDuplicate: {
      value: 'número',
      description: 'o mesmo, só para este pagamento (a opção pode ser repetida)',
    },
    newReferences: 'paga linhas cuja referência parece ser uma anterior que uma planilha alterou',
    payAgain: 'paga linhas mesmo que nenhuma referência as distinga de um pagamento anterior de mesma chave e valor',
    forceKey: 'aceita chaves de formato correto com dígitos verificadores errados',
    noCoverFee: 'desconta a tarifa do valor, mesmo que o perfil ou as linhas indiquem o contrário',
    coverFee:
      'os destinatários recebem o valor integral, e as tarifas são debitadas à parte, mesmo que as linhas indiquem o contrário',
    digest: { value: 'sha256:…', description: 'recusa o arquivo se o hash dele for outro' },
    noAccount: 'confere só o arquivo, sem chave e sem rede',
    rows: 'traz as linhas que seriam pagas e marca os destinatários novos (formatos de máquina)',
    confirmTotal: { value: 'valor', description: 'a soma do arquivo, em reais (obrigatória sem terminal)' },
    yes: 'não pede confirmação',
    again: 'paga mais uma vez um arquivo já pago; as referências já pagas continuam protegidas',
    noMark: 'não acrescenta o identificador #px… à descrição (sem ele, é mais difícil confirmar um envio sem resposta)',
    resendProvenAbsent: 'reenvia o pagamento quando se confirma que o serviço não tem envio para ele',
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
    otherJournal:
      'paga mesmo que outro registro do pix seja usado nesta conta: você confirma que ele não contém estes pagamentos',
    refresh: 'consulta no serviço o resultado dos envios em processamento',
    format: {
      value: 'csv|excel-br|json',
      description: 'padrão: a extensão do arquivo ou, sem arquivo, --output; por fim, csv',
    },
    templateFormat: {
      value: 'csv|excel-br',
      description: 'vírgulas e pontos, ou ; e vírgulas como no Brasil (padrão csv)',
    },
    examples: 'inclui linhas de exemplo (apague-as antes de pagar)',
    out: { value: 'arquivo', description: 'grava neste arquivo em vez da saída padrão' },
    retryFile: 'só os pagamentos não realizados, em arquivo pronto para novo envio',
    force: 'substitui o arquivo se ele existir',
    paid: { value: 'id', description: 'foi pago, pelo envio com este ID' },
    notPaid: 'não foi pago; a referência pode ser usada de novo',
    resolveYes: 'não pede confirmação',
  },
};
