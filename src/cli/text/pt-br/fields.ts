import type { fields as english } from '../en/fields.ts';

export const fields: typeof english = {
  id: 'ID',
  correlationID: 'ID de correlação',
  transactionId: 'ID da transação',
  status: 'Status',
  description: 'Descrição',
  pixKey: 'Chave Pix',
  pixKeyType: 'Tipo da chave',
  createdAt: 'Criado em',
  updatedAt: 'Atualizado em',
  completedAt: 'Concluído em',
  failedAt: 'Falhou em',
  failureReason: 'Motivo da falha',
  name: 'Nome',
  baseUrl: 'Endereço',
  key: 'Chave',
  profile: 'Perfil',
  amount: 'Valor',
  type: 'Tipo',
  keyPlace: 'Local da chave',
  readOnly: 'Somente leitura',
};
