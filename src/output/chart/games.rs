//! Pictures of games.

use super::{ChartError, ChartFormat, Picture};
use crate::analysis::{PotAnswer, WinAnswer};

impl Picture for WinAnswer {
    fn picture(&self, _format: ChartFormat) -> Result<Vec<u8>, ChartError> {
        Err(ChartError::Drawing("todo".to_owned()))
    }
}

impl Picture for PotAnswer {
    fn picture(&self, _format: ChartFormat) -> Result<Vec<u8>, ChartError> {
        Err(ChartError::Drawing("todo".to_owned()))
    }
}
