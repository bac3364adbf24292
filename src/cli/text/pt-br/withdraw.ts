import { failure } from '../../errors/command-error.ts';
import { DESCRIPTION_CHARACTERS_MAXIMUM } from '../../../contract/limits.ts';
import type { withdraw as english } from '../en/withdraw.ts';

export const withdraw: typeof english = {
  help: {
    commands: {
      create: 'Envia um Pix para uma chave',
      requestCode: 'Solicita por e-mail o código de verificação de um envio',
      list: 'Lista os Pix enviados, do mais recente ao mais antigo',
      get: 'Mostra um Pix enviado',
      receipt: 'Gera o comprovante de um Pix enviado',
    },
    options: {
      id: '<id> ID do envio, ou o começo dele',
      amount: '<valor> valor em reais: 25,00; no mínimo 5,00',
      pixKey: '<chave> chave Pix do destinatário',
      pixKeyType: '<tipo> CPF, CNPJ, EMAIL, PHONE ou RANDOM; deduzido da chave quando não há dúvida',
      forceKey: 'aceita uma chave de formato correto com dígitos verificadores errados',
      description: `<texto> uma nota no envio, no máximo ${DESCRIPTION_CHARACTERS_MAXIMUM} caracteres`,
      noCoverFee: 'desconta a tarifa do valor, mesmo que o perfil indique o contrário',
      coverFee: 'o destinatário recebe o valor integral; a tarifa é debitada à parte',
      code: '<código> código de verificação, quando a conta exige um (pix withdraw request-code)',
      dryRun: 'mostra o que aconteceria e não envia nada',
      wait: 'aguarda até o envio ser concluído ou falhar',
      copy: 'copia o ID para a área de transferência',
      waitGet: 'aguarda até o envio ser concluído ou falhar (saída 1)',
      reference: '<referência> a sua referência para este pagamento: repetir o comando com ela não paga de novo',
    },
  },
  prompts: {
    amount: 'Valor em reais',
    verificationCode: 'Código de verificação',
    sendNow: (amount, key) => `Enviar ${amount} para ${key} agora?`,
    sendAgain: (amount, key) => `Enviar ${amount} para ${key} mais uma vez?`,
  },
  sentOn: (when, id) => `mesmo valor para esta chave em ${when}: ${id}`,
  needsPermission: (when, id, allow) =>
    `nota: o mesmo valor já foi enviado para esta chave em ${when} (${id}). Para enviar com --yes, acrescente --allow ${allow}.`,
  equalUnsettled: (runId) => failure`
    o lote ${runId} tem um pagamento em aberto com esta referência, ou de mesmo valor para esta chave; nada foi enviado
    conclua antes esse lote: pix payouts resume ${runId}`,
  paidMeanwhile: (amount, when, id) => failure`
    um envio igual acaba de ser feito desta conta à mão ou por outro programa (${amount}, ${when}, ${id}); nada foi enviado
    se os dois devem ser feitos, repita o comando: ele mostra esse envio`,
  paidElsewhere: (amount, key, when, runId, allow) => failure`
    ${amount} com esta referência já foram enviados, de outra conta, para ${key}, no lote ${runId} (${when}); nada foi enviado agora
    confira o perfil: pix auth status; se também deve sair desta conta: --allow ${allow}`,
  sentElsewhere: (when, runId) => `mesma referência, de outra conta, no lote ${runId} (${when})`,
  paidBefore: (amount, key, when, id, allow) => failure`
    ${amount} já foram enviados para ${key} em ${when} (${id}); nada foi enviado agora
    se este é outro pagamento, acrescente --allow ${allow}`,
  failedBefore: (amount, key, when, until, allow) => failure`
    o envio de ${amount} para ${key} em ${when} não foi concluído, mas uma cópia da requisição ainda pode ser processada; nada foi enviado agora
    repita o comando depois das ${until}; para não esperar: --allow ${allow}`,
  needsYes: failure`
    sem terminal para confirmar: nada foi enviado
    acrescente --yes para enviar, ou --dry-run para ver o que aconteceria`,
  submitIt: (command) => `envie para aprovação: ${command}`,
  rehearsed: 'Simulação (--dry-run): nada foi enviado.',
  invalidCode: failure`código de verificação inválido \n são quatro a doze letras ou dígitos`,
  codeSent: (expires) =>
    `Um código de verificação, válido só para este valor, foi enviado ao e-mail do titular da conta. Validade: ${expires}`,
  codeMaybeSent:
    'A resposta do serviço não deixa claro se um código foi enviado: use o que chegou ao e-mail do titular da conta ou um recebido por outro meio.',
  codeNotRequested: 'O serviço não envia códigos por solicitação: use um recebido por outro meio.',
  feeEatsAmount: (fee) => failure`
    a tarifa de ${fee} consome todo o valor
    escolha um valor maior, ou debite a tarifa à parte: --cover-fee`,
  differs: (amount, key) =>
    `CONFIRA ESTE ENVIO: o serviço informa um débito de ${amount} para ${key}; não é o que você pediu.`,
  waiting: 'Aguardando a conclusão do envio. Ctrl-C encerra só a espera.',
  notFollowed: (id, reason) => failure`
    o envio ${id} foi criado, mas ainda não se conhece o resultado: ${reason}
    não repita o comando; consulte o resultado com: pix withdraw get ${id}`,
  failed: (reason) => failure`
    o envio não foi concluído: ${reason}
    o dinheiro voltou para o saldo; confira o destinatário antes de tentar de novo`,
  receipt: (id) => `Comprovante: pix withdraw receipt ${id}`,
  outcome: (id) => `Acompanhe: pix withdraw get ${id}`,
  waitingForEnd: 'Aguardando o envio ser concluído ou falhar. Ctrl-C encerra só a espera.',
  outcomeUnknown: (reason, amount, key, runId) => failure`
    O DINHEIRO PODE TER SAÍDO: sem confirmação de que ${amount} foi para ${key} (${reason})
    não repita o comando; espere 60 segundos (as listas podem estar desatualizadas) e verifique com "pix payouts resume ${runId}", ou procure ${amount} para ${key} em: pix withdraw list -L 5`,
  provenAbsent: (amount, key, runId, answeredId, allow) => failure`
    ${answeredId === null ? 'sem resposta clara' : `a resposta trazia outro envio, ${answeredId}`}, e o serviço não tem envio de ${amount} para ${key}: o pagamento não foi feito
    para enviar de novo: pix payouts resume ${runId} --allow ${allow}; para deixar sem pagar: pix payouts resolve ${runId} 1 --not-paid`,
  answeredOther: (id) => `o serviço respondeu com outro envio: ${id}`,
  answeredEarlier: (id) =>
    `o serviço respondeu com um envio que já existia antes da requisição ou que é de outro pagamento: ${id}`,
  found: (id, isAnswered) =>
    `${isAnswered ? 'A resposta trazia outro envio' : 'Não chegou uma resposta clara'}, mas o envio foi localizado: ${id}.`,
  foundEarlier: (id, allow) =>
    `Um comando anterior deste pagamento ficou sem resposta clara, e o envio foi localizado: ${id}. Nada foi enviado agora; para enviar o mesmo mais uma vez: --allow ${allow}`,
  sentBefore: (reference, id) => `A referência "${reference}" já foi enviada, como ${id}; nada foi enviado agora.`,
  referenceInUse: (reference) => failure`
    outro comando está enviando a referência "${reference}" neste momento; nada foi enviado
    espere terminar e repita o comando para ver o resultado`,
  referenceTaken: (reference, amount, key) => failure`
    a referência "${reference}" é de outro pagamento: ${amount} para ${key}; nada foi enviado
    use uma referência própria para cada pagamento; veja: pix payouts list`,
  referenceRewritten: (reference, earlier, runId, when, allow) => failure`
    a mesma chave e o mesmo valor já foram enviados como "${earlier}" em ${runId} (${when}); uma planilha pode ter alterado essa referência para "${reference}"; nada foi enviado
    use a referência "${earlier}" para esse pagamento; se este é novo: --allow ${allow}`,
  refusedLately: (runId) =>
    `nota: o serviço recusou a mesma chave e o mesmo valor há poucos minutos (${runId}); se essa requisição foi duplicada no caminho, a cópia ainda pode ser paga.`,
  invalidReference: failure`referência inválida \n use de um a 200 caracteres, sem quebras de linha`,
  outputClosed: (id, amount) => `${id}, de ${amount}, foi criado, mas a saída foi fechada.`,
};
