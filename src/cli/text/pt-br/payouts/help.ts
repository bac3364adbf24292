import type { payoutsHelp as english } from '../../en/payouts/help.ts';

export const payoutsHelp: typeof english = {
  commands: {
    group: 'Paga muitas pessoas a partir de um arquivo, cada uma uma só vez',
    check: 'Confere um arquivo e a conta para ele; não envia nada',
    run: 'Paga as linhas de um arquivo; o mesmo arquivo de novo continua de onde parou, sem pagar ninguém duas vezes',
    resume: 'Continua uma execução: procura o que é incerto e envia o que não foi enviado',
    status:
      'Mostra a situação de uma execução (a mais recente, se nenhuma for indicada) e o que uma pessoa precisa decidir',
    list: 'Lista todas as execuções, da mais recente para a mais antiga',
    report: 'Devolve as linhas de uma execução como vieram, cada uma com o seu resultado',
    resolve: 'Decide o que só uma pessoa pode decidir: se uma linha foi paga',
    template: 'Grava um arquivo vazio para preencher',
  },
  options: {
    file: {
      value: 'arquivo',
      description: 'CSV, TSV, arquivo com ; como o Excel grava no Brasil, ou NDJSON; - lê a entrada padrão',
    },
    run: { value: 'execução', description: 'id da execução (pix payouts list)' },
    row: { value: 'linha', description: 'número da linha de dados, contado a partir de 1, sem o cabeçalho' },
    onlyValid: 'deixa de fora as linhas erradas e as que podem já ter sido pagas, em vez de recusar o arquivo todo',
    allowDuplicates: 'paga linhas com a mesma chave e o mesmo valor de outra linha',
    allowDuplicate: {
      value: 'linha',
      description: 'o mesmo, só para esta linha de dados (a opção pode ser repetida)',
    },
    newReferences: 'paga linhas cuja referência parece ser uma anterior que uma planilha alterou',
    payAgain: 'paga de novo linhas sem referência com a mesma chave e o mesmo valor de um pagamento anterior',
    forceKey: 'aceita chaves de forma certa mesmo com dígitos verificadores errados',
    coverFee: 'os recebedores ficam com os valores inteiros; as tarifas saem do saldo por cima deles',
    digest: { value: 'sha256:…', description: 'recusa o arquivo se ele não for o que tem este hash' },
    noAccount: 'confere só o arquivo: sem chave e sem rede',
    rows: 'formatos de máquina trazem as linhas que seriam pagas, com os destinatários novos marcados',
    confirmTotal: { value: 'valor', description: 'a soma do arquivo, em reais: sem terminal, é obrigatória' },
    yes: 'não pede confirmação',
    again: 'paga mais uma vez um arquivo que já foi pago; referências já pagas continuam protegidas',
    noMark: 'não coloca marca nas descrições; respostas perdidas ficam mais difíceis de esclarecer',
    resendProvenAbsent: 'envia de novo um pagamento quando está provado que o saque dele não existe',
    wait: 'espera até que todos os saques estejam concluídos ou tenham falhado',
    lookFor: {
      value: 'duração',
      description:
        'se uma resposta se perder, procura o envio por no máximo esse tempo, como 20s ou 2m (padrão: até ter certeza, uns 3 minutos); o que não for encontrado fica sem confirmação',
    },
    account: {
      value: 'execução|new',
      description: 'de quem é o dinheiro, quando nada o mostra: a conta desta execução, ou uma que é nova aqui',
    },
    otherJournal: 'paga embora outro pix já tenha pago a partir desta conta: nenhum destes pagamentos foi feito lá',
    refresh: 'pergunta ao serviço como terminaram os saques pendentes',
    format: {
      value: 'csv|excel-br|json',
      description: 'por padrão, o final do nome do arquivo ou, sem arquivo, --output; senão csv',
    },
    templateFormat: {
      value: 'csv|excel-br',
      description: 'vírgulas e pontos, ou ; e vírgulas como no Brasil (padrão csv)',
    },
    examples: 'com linhas que mostram o que cabe nas células; apague-as antes de pagar',
    out: { value: 'arquivo', description: 'grava neste arquivo em vez da saída padrão' },
    retryFile: 'só as linhas que com certeza não foram pagas, na forma em que podem ser enviadas de novo',
    force: 'substitui o arquivo se ele existir',
    paid: { value: 'id', description: 'foi paga, pelo saque com este id' },
    notPaid: 'não foi paga; a referência dela pode ser usada de novo',
    resolveYes: 'não pede confirmação',
  },
};
