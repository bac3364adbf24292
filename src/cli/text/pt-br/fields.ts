import type { fields as english } from '../en/fields.ts';

export const fields: typeof english = {
  id: 'Id',
  correlationID: 'Id de correlação',
  transactionId: 'Id da transação',
  status: 'Status',
  description: 'Descrição',
  pixKey: 'Chave Pix',
  pixKeyType: 'Tipo da chave',
  createdAt: 'Criado',
  updatedAt: 'Atualizado',
  completedAt: 'Concluído',
  failedAt: 'Falhou',
  failureReason: 'Motivo da falha',
  name: 'Nome',
  baseUrl: 'Endereço',
  key: 'Chave',
  profile: 'Perfil',
  amount: 'Valor',
  type: 'Tipo',
  keyPlace: 'Chave está em',
  readOnly: 'Só leitura',
};
