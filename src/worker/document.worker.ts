import './start-documents';
